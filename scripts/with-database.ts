import type { Config } from '@beaconpay/server/config';
import { openDatabase, prepareDatabase } from '@beaconpay/server/main';
import {
  withConnection,
  type ConnectionSettings,
} from '@beaconpay/server/platform/database/connection';
import { findEmbeddedConnection } from '@beaconpay/server/platform/database/embedded/embedded-connection';
import { createLogger } from '@beaconpay/server/platform/logger';

/** The embedded database that a server keeps running, or null. */
async function findAnswering(dataDir: string): Promise<ConnectionSettings | null> {
  const connection = await findEmbeddedConnection(dataDir);
  if (connection === null) return null;
  return withConnection(connection, 'beaconpay-script', (sql) => sql`select 1`).then(
    () => connection,
    () => null,
  );
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

/** The same, once the database has everything that this version expects of it. */
export function withPreparedDatabase<T>(
  config: Config,
  work: (connection: ConnectionSettings) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (connection) => {
    await prepareDatabase(connection, createLogger('warn'));
    return work(connection);
  });
}
