/** `npm start`: builds the web application if it is stale, starts all services on one address, and creates the first administrator. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@beaconpay/server/config';
import { ownHost } from '@beaconpay/server/platform/hosts';
import { createServer, supervise } from '@beaconpay/server';
import { announceAdministrator, ensureFirstAdministrator } from './administrators.ts';
import { buildWebIfStale, WEB_BUILD_DIR } from './build-web.ts';
import { loadEnvironment } from './load-environment.ts';

const environment = loadEnvironment();
const builtByUs = environment.WEB_DIR === undefined;

try {
  const { database, dataDir, http } = loadConfig(environment);
  if (builtByUs) await buildWebIfStale();
  const isFirst = database.url === null && !existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
  if (isFirst && process.stdout.isTTY) console.log('Creating the database…');
  const server = await createServer({
    mode: 'supervised',
    environment: {
      ...environment,
      ...(builtByUs ? { WEB_DIR: WEB_BUILD_DIR } : {}),
    },
  });
  // npm may be killed before it forwards the signal. Then no parent would stop this process.
  supervise(server, { endWithParent: environment.npm_lifecycle_event !== undefined });

  const name = ownHost(http.host) === '127.0.0.1' ? 'localhost' : ownHost(http.host);
  const url = `http://${name}:${String(server.port)}`;
  let isAnnounced = false;
  const announce = (): void => {
    if (isAnnounced) return;
    isAnnounced = true;
    const place = database.url === null ? '' : `  Database: ${new URL(database.url).host}\n`;
    console.log(`\n  BeaconPay is ready at ${url}\n`);
    console.log(`${place}  Data: ${dataDir}    API keys: npm run keys\n`);
  };
  const problem = await ensureFirstAdministrator(
    server.state.connection,
    { email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD },
    (credentials) => {
      announce();
      announceAdministrator(environment.PUBLIC_URL === undefined ? url : http.siteUrl, credentials);
    },
  );
  announce();
  if (problem !== null) console.error(`  ${problem}\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
