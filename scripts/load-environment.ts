import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { givenVariables } from '@beaconpay/server/platform/setting-fields';
import { PROJECT_DIR } from './project-dir.ts';

/** What is set in the environment and, where it says nothing, in `.env`. */
export function loadEnvironment(path = join(PROJECT_DIR, '.env')): NodeJS.ProcessEnv {
  if (existsSync(path)) loadEnvFile(path);
  return givenVariables(process.env);
}
