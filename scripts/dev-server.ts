/** The server of `npm run dev`: the API alone; Vite serves the web application. */
import { startServer, supervise } from '@beaconpay/server/main';
import { ensureFirstAdministrator } from './administrators.ts';
import { loadEnvironment } from './load-environment.ts';

const environment = loadEnvironment();
const server = await startServer({ ...environment, WEB_DIR: '', FUNCTIONS_RELOAD: 'true' });
supervise(server);
const problem = await ensureFirstAdministrator(
  server.state.connection,
  { email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD },
  ({ email, password }) => console.log(`First administrator: ${email}  password: ${password}`),
);
if (problem !== null) console.error(problem);
console.log(`The API is ready on port ${String(server.port)}.`);
