import { loadConfig, type Config } from './config/config.ts';
import { CONNECTION_NEEDS } from './connection-needs.ts';
import { openDatabase, prepareDatabase } from './database.ts';
import { withConnection, type ConnectionSettings } from './platform/database/connection.ts';
import { checkConnectionLimit, divideConnections } from './platform/database/connection-budget.ts';
import { createDiskWatch } from './platform/database/embedded/disk-watch.ts';
import { loadKeys } from './platform/identity/key-files.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import type { Listener, ServerState } from './serve.ts';
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
  divideConnections(poolSize, config.http.workers, CONNECTION_NEEDS);
  await withConnection(connection, 'beaconpay-start', (sql) => checkConnectionLimit(sql, poolSize));
}

/**
 * Loads the configuration, starts the database and the services, and listens. Closing does the reverse
 * and waits for running requests.
 *
 * @param createRunner called before the database starts, so that workers can load their code meanwhile
 * @throws Error when the configuration is invalid or a part does not start
 */
export async function start(
  environment: Environment,
  createRunner: (config: Config, logger: Logger) => Runner,
): Promise<RunningServer> {
  const config = loadConfig(environment);
  const logger = createLogger(config.logLevel);
  const warn = (message: string): void => logger.warn(message);
  const runner = createRunner(config, logger);
  const opened = openDatabase(config, warn);
  const database = await opened.catch(async (error: unknown) => {
    await runner.cancel();
    throw error;
  });
  // The disk of an external Postgres is its operator's responsibility.
  const disk = config.database.url === null ? createDiskWatch(config.dataDir, logger) : null;
  const cause = (): string | null => database.cause() ?? disk?.cause() ?? null;
  try {
    const connection = await prepareDatabase(database.connection, logger);
    await requireConnections(connection, config);
    const state: ServerState = {
      connection,
      ...(await loadKeys(config.keys, config.dataDir, warn)),
    };
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
