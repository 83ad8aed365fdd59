import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '@beaconpay/server/config';
import { parseDatabaseUrl } from '@beaconpay/server/platform/database/connection';
import type { ServerState } from '@beaconpay/server/serve';
import type { AdministratorTarget } from './administrators.ts';

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8')) as unknown;
}

/** The port stands on the fourth line of a running cluster's postmaster.pid. */
async function readEmbeddedPort(clusterDir: string): Promise<number> {
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(lines[3]);
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
  const { password } = (await readJson(join(config.dataDir, 'database.json'))) as {
    password: string;
  };
  const port = await readEmbeddedPort(join(config.dataDir, 'postgres'));
  const connection = {
    host: '127.0.0.1',
    port,
    database: 'postgres',
    username: 'supabase_admin',
    password,
    ssl: false as const,
  };
  return { url, state: { ...state, connection } };
}
