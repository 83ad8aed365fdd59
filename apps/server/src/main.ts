import cluster from 'node:cluster';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startWorkers } from './cluster.ts';
import { loadConfig, type Config } from './config.ts';
import { migrate, type MigrationFolder } from './migrate.ts';
import {
  parseDatabaseUrl,
  withConnection,
  type ConnectionSettings,
} from './platform/database/connection.ts';
import { checkConnectionLimit, divideConnections } from './platform/database/connection-budget.ts';
import { lockDataDirectory } from './platform/database/embedded/data-directory-lock.ts';
import { createDiskWatch } from './platform/database/embedded/disk-watch.ts';
import { readDatabasePassword } from './platform/database/embedded/database-secret.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/embedded-postgres.ts';
import { ensureRights } from './platform/database/preparation.ts';
import { ensureServiceRoles, withRoleSecret } from './platform/database/service-roles.ts';
import { ConnectionError } from './platform/database/wire/errors.ts';
import { requireSessions } from './platform/database/session-check.ts';
import { loadKeys } from './platform/identity/key-files.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { serve, type Listener, type OutsideWorld, type ServerState } from './serve.ts';
import { CONNECTION_NEEDS } from './services.ts';
import { supervise, type Part } from './server/supervise.ts';

export const SERVER_MIGRATIONS: MigrationFolder = {
  name: 'server',
  path: fileURLToPath(new URL('../migrations', import.meta.url)),
  role: null,
};
export const PRODUCT_MIGRATIONS: MigrationFolder = {
  name: 'product',
  path: fileURLToPath(new URL('../../../supabase/migrations', import.meta.url)),
  // The role that runs migrations on a hosted project, too.
  role: 'postgres',
};

export { supervise } from './server/supervise.ts';

interface RunningDatabase {
  readonly connection: ConnectionSettings;
  /** Null unless it is known why it cannot be reached at the moment. */
  readonly cause: () => string | null;
  /** What the server loses with it for good. */
  readonly parts: readonly Part[];
  stop(): Promise<void>;
}

export interface RunningServer {
  readonly config: Config;
  readonly port: number;
  readonly state: ServerState;
  readonly parts: readonly Part[];
  close(): Promise<void>;
}

/** The operator's Postgres, or the embedded one, started; whoever opens it stops it. */
export async function openDatabase(
  config: Config,
  warn?: (message: string) => void,
): Promise<RunningDatabase> {
  if (config.database.url !== null) {
    const connection = parseDatabaseUrl(config.database.url);
    await requireSessions(connection).catch((error: unknown) => {
      if (!(error instanceof ConnectionError)) throw error;
      const { host, port } = connection;
      throw new Error(`DATABASE_URL leads to ${host}:${String(port)}, and ${error.message}`, {
        cause: error,
      });
    });
    return {
      connection,
      // Whoever runs it brings it back; the pools find it again.
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
    });
    const stop = async (): Promise<void> => {
      await embedded.stop();
      await unlock();
    };
    return {
      connection: embedded.connection,
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
 * Brings a database to what the services need; safe to repeat and to run at once on several machines.
 *
 * @returns the settings from which those of the services' roles are derived
 * @throws MissingRightsError when somebody with more rights has to do something first
 */
export async function prepareDatabase(
  connection: ConnectionSettings,
  logger: Logger,
): Promise<ConnectionSettings> {
  return withConnection(connection, 'beaconpay-migrate', async (sql) => {
    await ensureRights(sql, connection);
    await migrate(sql, [SERVER_MIGRATIONS, PRODUCT_MIGRATIONS], logger);
    const settings = await withRoleSecret(sql, connection);
    await ensureServiceRoles(sql, settings);
    return settings;
  });
}

/** @throws Error when the configured connections are too few for the server or too many for Postgres */
async function requireRoom(connection: ConnectionSettings, config: Config): Promise<void> {
  const { poolSize } = config.database;
  divideConnections(poolSize, config.http.workers, CONNECTION_NEEDS);
  await withConnection(connection, 'beaconpay-start', (sql) => checkConnectionLimit(sql, poolSize));
}

/**
 * Configuration, database, services, application, listen. Closing does the
 * same backwards and waits for requests under way.
 *
 * @throws Error when the configuration is not valid or a part does not start
 */
export async function startServer(
  environment: Readonly<Record<string, string | undefined>>,
  outside: OutsideWorld = {},
): Promise<RunningServer> {
  const config = loadConfig(environment);
  const logger = createLogger(config.logLevel);
  const warn = (message: string): void => logger.warn(message);
  const database = await openDatabase(config, warn);
  // On a Postgres of the operator's own, its own watch tells.
  const disk = config.database.url === null ? createDiskWatch(config.dataDir, logger) : null;
  const cause = (): string | null => database.cause() ?? disk?.cause() ?? null;
  try {
    const connection = await prepareDatabase(database.connection, logger);
    await requireRoom(connection, config);
    const state: ServerState = {
      connection,
      ...(await loadKeys(config.keys, config.dataDir, warn)),
    };
    const listener: Listener =
      config.http.workers > 1
        ? await startWorkers(config.http, { environment, state }, logger, cause)
        : await serve(config, state, logger, outside, cause);
    return {
      config,
      port: listener.port,
      state,
      parts: database.parts,
      async close() {
        await listener.close();
        disk?.stop();
        await database.stop();
      },
    };
  } catch (error) {
    disk?.stop();
    await database.stop();
    throw error;
  }
}

if (import.meta.main && cluster.isPrimary) {
  supervise(await startServer(process.env));
}
