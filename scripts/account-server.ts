import { loadConfig } from '@beaconpay/server/config';
import { startServer } from '@beaconpay/server/main';
import { parseDatabaseUrl } from '@beaconpay/server/platform/database/connection';
import { findEmbeddedConnection } from '@beaconpay/server/platform/database/embedded/embedded-connection';
import { ownHost } from '@beaconpay/server/platform/http/own-host';
import { readApiKeys } from '@beaconpay/server/platform/identity/key-files';
import type { AccountServer } from './accounts.ts';

/** The server that uses the configured data folder and answers where it is to listen, or null. */
async function findRunning(environment: NodeJS.ProcessEnv): Promise<AccountServer | null> {
  const { database, dataDir, http, keys } = loadConfig(environment);
  const url = `http://${ownHost(http.host)}:${String(http.port)}`;
  const isReady = await fetch(`${url}/health/ready`).then(
    (response) => response.ok,
    () => false,
  );
  if (!isReady) return null;
  const connection =
    database.url === null ? await findEmbeddedConnection(dataDir) : parseDatabaseUrl(database.url);
  if (connection === null) return null;
  const secretKey = keys.secretKey ?? (await readApiKeys(dataDir)).secretKey;
  return { url, secretKey, connection };
}

/** Works with the server that runs, or with one started for the purpose. */
export async function withAccountServer<T>(
  environment: NodeJS.ProcessEnv,
  work: (server: AccountServer) => Promise<T>,
): Promise<T> {
  const running = await findRunning(environment);
  if (running !== null) return work(running);
  const server = await startServer({
    ...environment,
    HOST: '127.0.0.1',
    PORT: '0',
    WORKERS: '1',
    LOG_LEVEL: 'error',
    WEB_DIR: '',
  });
  try {
    return await work({
      url: `http://127.0.0.1:${String(server.port)}`,
      secretKey: server.state.apiKeys.secretKey,
      connection: server.state.connection,
    });
  } finally {
    await server.close();
  }
}
