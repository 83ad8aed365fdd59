/** The server of `npm run dev`: the API alone; Vite serves the web application. */
import { createServer, supervise } from '@beaconpay/server';
import { announceAdministrator, ensureFirstAdministrator } from './administrators.ts';
import { loadEnvironment } from './load-environment.ts';

// Node's watch has each process report what it imports, to a parent that it takes for the watch. The
// folders to watch are named, and the parent of the embedded Postgres's process is this one.
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
