import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '@beaconpay/server/config';
import { startServer } from '@beaconpay/server/main';
import type { AccountServer } from './accounts.ts';
import { findRunningDatabase } from './running-server.ts';

async function readSecretKey(dataDir: string): Promise<string> {
  const text = await readFile(join(dataDir, 'api-keys.json'), 'utf8');
  return (JSON.parse(text) as { secretKey: string }).secretKey;
}

/** Works with the server that runs, or with one started for the purpose. */
export async function withAccountServer<T>(
  environment: NodeJS.ProcessEnv,
  work: (server: AccountServer) => Promise<T>,
): Promise<T> {
  const connection = await findRunningDatabase(environment);
  if (connection !== null) {
    const { dataDir, http, keys } = loadConfig(environment);
    const secretKey = keys.secretKey ?? (await readSecretKey(dataDir));
    return work({ url: `http://127.0.0.1:${String(http.port)}`, secretKey, connection });
  }
  const server = await startServer({
    ...environment,
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
