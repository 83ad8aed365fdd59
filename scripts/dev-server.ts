/** The server of `npm run dev`: the API alone; Vite serves the web application. */
import { startServer, supervise } from '@beaconpay/server/main';
import { ensureFirstAdministrator } from './administrators.ts';
import { loadEnvironment } from './load-environment.ts';

const environment = loadEnvironment();
const server = await startServer({ ...environment, WEB_DIR: '' });
supervise(server);
const credentials = await ensureFirstAdministrator(
  { url: `http://127.0.0.1:${String(server.port)}`, state: server.state },
  { email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD },
);
console.log(`The API is ready on port ${String(server.port)}.`);
if (credentials !== null) {
  console.log(`First administrator: ${credentials.email}  password: ${credentials.password}`);
}
