import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { PROJECT_DIR } from './project-dir.ts';

/** Adds what `.env` holds to the environment; what is set already wins. */
export function loadEnvironment(): NodeJS.ProcessEnv {
  const path = join(PROJECT_DIR, '.env');
  if (existsSync(path)) loadEnvFile(path);
  return process.env;
}
