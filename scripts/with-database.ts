import type { Config } from '@beaconpay/server/config';
import { openDatabase } from '@beaconpay/server/main';
import { openPool, type ConnectionSettings } from '@beaconpay/server/platform/database/connection';
import { findEmbeddedConnection } from '@beaconpay/server/platform/database/embedded/embedded-connection';

/** The embedded database that a server keeps running, or null. */
async function findAnswering(dataDir: string): Promise<ConnectionSettings | null> {
  const connection = await findEmbeddedConnection(dataDir);
  if (connection === null) return null;
  const sql = openPool(connection, { applicationName: 'beaconpay-script', maxConnections: 1 });
  try {
    await sql`select 1`;
    return connection;
  } catch {
    return null;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Works with the configured database, whether a server runs on it or not. */
export async function withDatabase<T>(
  config: Config,
  work: (connection: ConnectionSettings) => Promise<T>,
): Promise<T> {
  const running = config.database.url === null ? await findAnswering(config.dataDir) : null;
  if (running !== null) return work(running);
  const database = await openDatabase(config);
  try {
    return await work(database.connection);
  } finally {
    await database.stop();
  }
}
