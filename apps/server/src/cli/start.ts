/**
 * `npm run server`: starts the server for a project folder, with a supervisor that replaces worker processes. A new
 * database in development gets the project's seed files.
 */
import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { dataDirOf } from '../config/environment.ts';
import { loadEnvironment } from './environment.ts';

const environment = loadEnvironment();

/**
 * Keeps compiled modules, so that the next start is faster. Workers inherit the variable. The folder is
 * not the shared one of Node in /tmp, where other users could place code.
 */
function keepCompiledModules(): void {
  const dataDir = dataDirOf(environment);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  } catch {
    // The server itself reports a folder that it cannot use.
    return;
  }
  process.env.NODE_COMPILE_CACHE ??= join(dataDir, 'compile-cache');
  enableCompileCache();
}

try {
  keepCompiledModules();
  const { createServer, supervise } = await import('../index.ts');
  supervise(await createServer({ mode: 'supervised', environment, seed: true }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
