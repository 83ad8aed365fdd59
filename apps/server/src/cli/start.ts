/** Starts the server for production: a supervisor that replaces worker processes. */
import { createServer, supervise } from '../index.ts';
import { loadEnvironment } from './environment.ts';

try {
  supervise(await createServer({ mode: 'supervised', environment: loadEnvironment() }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
