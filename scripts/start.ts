/** `npm start`: builds what is stale, starts everything on one address, makes the first administrator. */
import { join } from 'node:path';
import { startServer, supervise } from '@beaconpay/server/main';
import { ownHost } from '@beaconpay/server/platform/http/own-host';
import { ensureFirstAdministrator } from './administrators.ts';
import { buildWebIfStale, WEB_BUILD_DIR } from './build-web.ts';
import { loadEnvironment } from './load-environment.ts';

const environment = loadEnvironment();
const builtByUs = environment.WEB_DIR === undefined;

try {
  if (builtByUs) await buildWebIfStale();
  const server = await startServer({
    ...environment,
    ...(builtByUs ? { WEB_DIR: WEB_BUILD_DIR } : {}),
  });
  // npm may be killed without handing it on; then nobody is left to end this process.
  supervise(server, { endWithParent: environment.npm_lifecycle_event !== undefined });
  const { host } = server.config.http;
  const name = ownHost(host) === '127.0.0.1' ? 'localhost' : ownHost(host);
  const url = `http://${name}:${String(server.port)}`;
  const problem = await ensureFirstAdministrator(
    server.state.connection,
    { email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD },
    ({ email, password }) => {
      console.log('\n  First administrator (shown only this once; sign in at /admin/login)');
      console.log(`    e-mail    ${email}`);
      console.log(`    password  ${password}`);
    },
  );
  if (problem !== null) console.error(`\n  ${problem}`);

  console.log(`\n  BeaconPay is ready at ${url}\n`);
  const { database, dataDir } = server.config;
  const place = database.url === null ? join(dataDir, 'postgres') : new URL(database.url).host;
  console.log(`  Data: ${place}    Keys and mail: ${dataDir}\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
