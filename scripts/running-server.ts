import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '@beaconpay/server/config';
import { parseDatabaseUrl } from '@beaconpay/server/platform/database/connection';
import { findEmbeddedConnection } from '@beaconpay/server/platform/database/embedded/embedded-connection';
import type { ServerState } from '@beaconpay/server/serve';
import type { AdministratorTarget } from './administrators.ts';

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8')) as unknown;
}

/** The server that uses the configured data folder and answers on the configured port, or null. */
export async function findRunningServer(
  environment: NodeJS.ProcessEnv,
): Promise<AdministratorTarget | null> {
  const config = loadConfig(environment);
  const url = `http://127.0.0.1:${String(config.http.port)}`;
  const isLive = await fetch(`${url}/health/ready`).then(
    (response) => response.ok,
    () => false,
  );
  if (!isLive) return null;
  const apiKeys = (await readJson(join(config.dataDir, 'api-keys.json'))) as ServerState['apiKeys'];
  const { publishableKey, secretKey } = config.keys;
  const state = {
    apiKeys: {
      publishableKey: publishableKey ?? apiKeys.publishableKey,
      secretKey: secretKey ?? apiKeys.secretKey,
    },
    signingJwks: [],
  };
  if (config.database.url !== null) {
    return { url, state: { ...state, connection: parseDatabaseUrl(config.database.url) } };
  }
  const connection = await findEmbeddedConnection(config.dataDir);
  return connection === null ? null : { url, state: { ...state, connection } };
}
