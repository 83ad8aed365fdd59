/**
 * `npm run server`: starts the server for a project folder, with a supervisor that replaces worker processes. A new
 * database in development gets the project's seed files.
 */
import { createServer, supervise } from '../index.ts';
import { loadEnvironment } from './environment.ts';

try {
  supervise(await createServer({ mode: 'supervised', environment: loadEnvironment(), seed: true }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
