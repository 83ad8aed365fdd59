import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionSettings } from '@beaconpay/server/platform/database/connection';
import { readDatabasePassword } from '@beaconpay/server/platform/database/embedded/database-secret';
import { startEmbeddedPostgres } from '@beaconpay/server/platform/database/embedded/embedded-postgres';

/** Two servers and the floor connect at the same time. All other settings are those of production. */
const MAX_CONNECTIONS = '300';

interface BenchCluster {
  /** The connection over the Unix socket, which the server uses as well. */
  readonly connection: ConnectionSettings;
  readonly tcpConnection: ConnectionSettings;
  stop(): Promise<void>;
}

/** The embedded Postgres with the settings of production: every commit reaches the disk. */
export async function startCluster(dataDir: string): Promise<BenchCluster> {
  await mkdir(dataDir, { recursive: true });
  // Postgres may run as another user, who needs access to the cluster folder inside.
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
