import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from './config/config.ts';
import { migrate } from './migrations/migrate.ts';
import type { Migration, MigrationFolder } from './migrations/migration-files.ts';
import {
  parseDatabaseUrl,
  withConnection,
  type ConnectionSettings,
} from './platform/database/connection.ts';
import { lockDataDirectory } from './platform/database/embedded/data-directory-lock.ts';
import { readDatabasePassword } from './platform/database/embedded/database-secret.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/embedded-postgres.ts';
import { ensureRights } from './platform/database/preparation.ts';
import { ensureServiceRoles, withRoleSecret } from './platform/database/service-roles.ts';
import { requireSessions } from './platform/database/session-check.ts';
import { ConnectionError } from './platform/database/wire/errors.ts';
import type { Logger } from './platform/logger.ts';
import type { Part } from './http/supervise.ts';

export const SERVER_MIGRATIONS: MigrationFolder = {
  name: 'server',
  path: fileURLToPath(new URL('../migrations', import.meta.url)),
  role: null,
};

/**
 * The server's migrations, then those of a project.
 *
 * @param supabaseDir the `supabase` folder of the project
 */
export function migrationFoldersOf(supabaseDir: string): readonly MigrationFolder[] {
  return [
    SERVER_MIGRATIONS,
    {
      name: 'product',
      path: join(supabaseDir, 'migrations'),
      // The role that runs migrations on a hosted project, too.
      role: 'postgres',
    },
  ];
}

export interface RunningDatabase {
  readonly connection: ConnectionSettings;
  /** Why the database is unavailable; null when it is available or the reason is unknown. */
  readonly cause: () => string | null;
  /** The parts that the server cannot work without. */
  readonly parts: readonly Part[];
  stop(): Promise<void>;
}

/** @throws Error when the folder of the project does not exist */
async function requireProject(supabaseDir: string): Promise<void> {
  await access(supabaseDir).catch((cause: unknown) => {
    throw new Error(`SUPABASE_WORKDIR cannot be read: ${String(cause)}`, { cause });
  });
}

/** The operator's Postgres, or else the embedded one, which is started. The caller stops it. */
export async function openDatabase(
  config: Config,
  warn?: (message: string) => void,
): Promise<RunningDatabase> {
  await requireProject(config.supabaseDir);
  if (config.database.url !== null) {
    const connection = parseDatabaseUrl(config.database.url);
    await requireSessions(connection).catch((error: unknown) => {
      if (!(error instanceof ConnectionError)) throw error;
      const { host, port } = connection;
      throw new Error(`DATABASE_URL points to ${host}:${String(port)}, and ${error.message}`, {
        cause: error,
      });
    });
    return {
      connection,
      // The operator restarts an external Postgres. The pools reconnect.
      parts: [],
      cause: () => null,
      stop: () => Promise.resolve(),
    };
  }
  const unlock = await lockDataDirectory(config.dataDir);
  try {
    const embedded = await startEmbeddedPostgres({
      clusterDir: join(config.dataDir, 'postgres'),
      password: await readDatabasePassword(config.dataDir, warn),
      port: config.database.embeddedPort,
    });
    const stop = async (): Promise<void> => {
      await embedded.stop();
      await unlock();
    };
    return {
      connection: embedded.localConnection,
      parts: [{ name: 'Postgres', lost: embedded.lost }],
      cause: embedded.cause,
      stop,
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/**
 * Migrates a database and sets up its roles. Idempotent, and safe on several machines at the same time.
 *
 * @param supabaseDir the `supabase` folder of the project, with its migrations
 * @param seed files that fill a database that has no migrations yet
 * @returns the settings from which the logins of the service roles are derived
 * @throws MissingRightsError with the statements that a superuser has to run first
 */
export async function prepareDatabase(
  connection: ConnectionSettings,
  supabaseDir: string,
  logger: Logger,
  seed?: readonly Migration[],
): Promise<ConnectionSettings> {
  await requireProject(supabaseDir);
  return withConnection(connection, 'backend-migrate', async (sql) => {
    await ensureRights(sql, connection);
    await migrate(sql, migrationFoldersOf(supabaseDir), logger, seed);
    const settings = await withRoleSecret(sql, connection);
    await ensureServiceRoles(sql, settings);
    return settings;
  });
}
