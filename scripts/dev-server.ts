/** The server of `npm run dev`: only the API, because Vite serves the web application. */
import { createServer, supervise } from '@beaconpay/server';
import { announceAdministrator, ensureFirstAdministrator } from './administrators.ts';
import { loadEnvironment } from './load-environment.ts';

// With `node --watch` each child process reports its imports to its parent over IPC. The watched folders are
// explicit, and the parent of the Postgres supervisor is this process, so these reports are turned off.
delete process.env.WATCH_REPORT_DEPENDENCIES;
const environment = loadEnvironment();
const server = await createServer({
  environment: { ...environment, WEB_DIR: '', FUNCTIONS_RELOAD: 'true' },
});
supervise(server);
const problem = await ensureFirstAdministrator(
  server.state.connection,
  { email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD },
  (credentials) => announceAdministrator('http://localhost:5173', credentials),
);
if (problem !== null) console.error(problem);
console.log(`The API is ready on port ${String(server.port)}.`);
