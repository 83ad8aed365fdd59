import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { openDatabase, prepareDatabase } from '../open-database.ts';
import { withConnection, type ConnectionSettings } from '../platform/database/connection.ts';
import { findEmbeddedConnection } from '../platform/database/embedded/embedded-connection.ts';
import { createLogger } from '../platform/logger.ts';

/** The embedded database that a server keeps running, or null. */
async function findAnswering(dataDir: string): Promise<ConnectionSettings | null> {
  const connection = await findEmbeddedConnection(dataDir);
  if (connection === null) return null;
  return withConnection(connection, 'backend-script', (sql) => sql`select 1`).then(
    () => connection,
    () => null,
  );
}

/**
 * Works with the configured database, whether a server runs on it or not.
 *
 * @throws Error when there is none, rather than making an empty one in a folder that was misspelt
 */
export async function withDatabase<T>(
  config: Config,
  work: (connection: ConnectionSettings, isKeptByServer: boolean) => Promise<T>,
): Promise<T> {
  const { database: settings, dataDir } = config;
  if (settings.url === null && !existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new Error(
      `There is no database in ${dataDir}. Set DATA_DIR to the folder that the server uses, or start the server once.`,
    );
  }
  const running = settings.url === null ? await findAnswering(dataDir) : null;
  if (running !== null) return work(running, true);
  const database = await openDatabase(config);
  try {
    return await work(database.connection, false);
  } finally {
    await database.stop();
  }
}

/** The same, brought to what this version needs, unless a server does that itself. */
export async function withPreparedDatabase<T>(
  config: Config,
  work: (connection: ConnectionSettings) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (connection, isKeptByServer) => {
    if (!isKeptByServer)
      await prepareDatabase(connection, config.supabaseDir, createLogger('warn'));
    return work(connection);
  });
}
