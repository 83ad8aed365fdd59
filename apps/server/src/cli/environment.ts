import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { givenVariables } from '../config/environment.ts';

/** The variables of the environment and of a `.env` file. The environment overrides the file. */
export function loadEnvironment(path = '.env'): Record<string, string> {
  if (existsSync(path)) loadEnvFile(path);
  return givenVariables(process.env);
}
