import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionSettings } from '@beaconpay/server/platform/database/connection';
import { readDatabasePassword } from '@beaconpay/server/platform/database/embedded/database-secret';
import { startEmbeddedPostgres } from '@beaconpay/server/platform/database/embedded/embedded-postgres';

/** Two servers and the floor are connected at once; everything else is as in production. */
const MAX_CONNECTIONS = '300';

interface BenchCluster {
  /** Over its Unix socket, as the server connects. */
  readonly connection: ConnectionSettings;
  readonly tcpConnection: ConnectionSettings;
  stop(): Promise<void>;
}

/** The embedded Postgres with the settings of production: every commit reaches the disk. */
export async function startCluster(dataDir: string): Promise<BenchCluster> {
  await mkdir(dataDir, { recursive: true });
  // Postgres may run as another user, who has to pass through here to its own folder.
  await chmod(dataDir, 0o711);
  const password = await readDatabasePassword(dataDir);
  const postgres = await startEmbeddedPostgres({
    clusterDir: join(dataDir, 'postgres'),
    password,
    extraSettings: { max_connections: MAX_CONNECTIONS },
  });
  return {
    connection: postgres.localConnection,
    tcpConnection: postgres.connection,
    stop: () => postgres.stop(),
  };
}
