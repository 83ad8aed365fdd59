import { join } from 'node:path';
import type { JWK } from 'jose';
import type { ConnectionSettings } from '@beaconpay/server/platform/database/connection';
import { generateApiKeys, type ApiKeys } from '@beaconpay/server/platform/identity/api-keys';
import { generateSigningJwk } from '@beaconpay/server/platform/identity/signing-keys';
import { startCluster } from './cluster.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

interface FreshServer {
  readonly server: ServerProcess;
  readonly apiKeys: ApiKeys;
  readonly signingJwk: JWK;
  /** The connection of the superuser. */
  readonly connection: ConnectionSettings;
  /** Stops the server, then its Postgres. */
  readonly stop: () => Promise<void>;
}

/** Starts a server with new keys and a new, empty Postgres. */
export async function startFreshServer(
  dataDir: string,
  options: { readonly workers: number; readonly environment?: Readonly<Record<string, string>> },
): Promise<FreshServer> {
  const cluster = await startCluster(dataDir);
  try {
    const { connection } = cluster;
    const [apiKeys, signingJwk] = [generateApiKeys(), await generateSigningJwk()];
    const server = await startServerProcess({
      ...options,
      connection,
      apiKeys,
      signingJwk,
      dataDir: join(dataDir, 'server'),
    });
    const stop = async (): Promise<void> => {
      try {
        await server.stop();
      } finally {
        await cluster.stop();
      }
    };
    return { server, apiKeys, signingJwk, connection, stop };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
