import { loadConfig, type Config } from './config/config.ts';
import { logProjectConfig } from './config/project-config.ts';
import { divideServerConnections } from './connection-needs.ts';
import { openDatabase, prepareDatabase, type RunningDatabase } from './open-database.ts';
import { withConnection, type ConnectionSettings } from './platform/database/connection.ts';
import { checkConnectionLimit } from './platform/database/connection-budget.ts';
import { createDiskWatch } from './platform/database/embedded/disk-watch.ts';
import { createProjectBuckets } from './migrations/project-buckets.ts';
import { readSeedFiles } from './migrations/seed-files.ts';
import { loadKeys } from './platform/identity/key-files.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import type { Listener } from './serve.ts';
import type { ServerState } from './server-state.ts';
import type { Part } from './http/supervise.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface RunningServer {
  readonly config: Config;
  readonly port: number;
  readonly state: ServerState;
  readonly parts: readonly Part[];
  close(): Promise<void>;
}

/** Runs the services, in this process or in workers. */
export interface Runner {
  serve(state: ServerState, databaseCause: () => string | null): Promise<Listener>;
  /** Ends what it has started before `serve` was called. */
  cancel(): Promise<void>;
}

/** @throws Error when the configured connections are too few for the server or too many for Postgres */
async function requireConnections(connection: ConnectionSettings, config: Config): Promise<void> {
  const { poolSize } = config.database;
  divideServerConnections(poolSize, config.http.workers);
  await withConnection(connection, 'backend-start', (sql) => checkConnectionLimit(sql, poolSize));
}

/** The seed files of the project, for a server in development. */
async function readSeed({ supabaseDir, data, isDevelopment }: Config, logger: Logger) {
  if (isDevelopment) return readSeedFiles(supabaseDir, data.seedPaths, logger);
  logger.debug('migrations: seed files are for development only');
  return [];
}

/** Migrates the database, creates the buckets of config.toml and loads the keys. */
async function prepareState(
  opened: ConnectionSettings,
  config: Config,
  logger: Logger,
  isSeeded: boolean,
): Promise<ServerState> {
  const connection = await prepareDatabase(
    opened,
    config.supabaseDir,
    logger,
    isSeeded ? await readSeed(config, logger) : [],
  );
  await withConnection(connection, 'backend-buckets', (sql) =>
    createProjectBuckets(sql, config.data.buckets),
  );
  await requireConnections(connection, config);
  const warn = (message: string): void => logger.warn(message);
  return { connection, ...(await loadKeys(config.keys, config.dataDir, warn)) };
}

/** A database that the caller has opened and closes. */
function useDatabase({ connection }: ServerState): RunningDatabase {
  return { connection, parts: [], cause: () => null, stop: () => Promise.resolve() };
}

interface StartOptions {
  /** Called before the database starts, so that workers can load their code meanwhile. */
  readonly createRunner: (config: Config, logger: Logger) => Promise<Runner>;
  readonly prepared?: ServerState | undefined;
  readonly seed: boolean;
}

/**
 * Loads the configuration, starts the database and the services, and listens. Closing does the reverse
 * and waits for running requests.
 *
 * @throws Error when the configuration is invalid or a part does not start
 */
export async function start(
  environment: Environment,
  { createRunner, prepared, seed }: StartOptions,
): Promise<RunningServer> {
  const config = loadConfig(environment);
  const logger = createLogger(config.logLevel);
  logProjectConfig(config.project, logger);
  const runner = await createRunner(config, logger);
  const opened =
    prepared === undefined
      ? openDatabase(config, (message) => logger.warn(message))
      : Promise.resolve(useDatabase(prepared));
  const database = await opened.catch(async (error: unknown) => {
    await runner.cancel();
    throw error;
  });
  // The disk of an external Postgres is its operator's responsibility.
  const isEmbedded = prepared === undefined && config.database.url === null;
  const disk = isEmbedded ? createDiskWatch(config.dataDir, logger) : null;
  const cause = (): string | null => database.cause() ?? disk?.cause() ?? null;
  try {
    const state = prepared ?? (await prepareState(database.connection, config, logger, seed));
    const listener = await runner.serve(state, cause);
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
    await runner.cancel();
    disk?.stop();
    await database.stop();
    throw error;
  }
}
