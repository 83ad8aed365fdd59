/** The entry of the server, for its command line, for tests and for other programs. */
import type { Config } from './config/config.ts';
import type { Logger } from './platform/logger.ts';
import type { Overrides, ServerState } from './server-state.ts';
import { start, type Environment, type Runner, type RunningServer } from './start-server.ts';

export { supervise } from './http/supervise.ts';
export type { Environment, RunningServer } from './start-server.ts';

interface CommonOptions {
  /** The variables of .env.example. The server reads no other environment. */
  readonly environment: Environment;
  /** A migrated database and its keys. By default, the server opens and prepares the configured database. */
  readonly prepared?: ServerState;
  /**
   * Runs the files of `[db.seed]` in a new database, as `supabase start` does. Seed files often contain
   * accounts with a public password, so only a server in development runs them.
   */
  readonly seed?: boolean;
}

/** For development and tests. */
interface InProcessOptions extends CommonOptions {
  readonly mode?: 'in-process';
  /** Replacements for external dependencies. */
  readonly overrides?: Overrides;
}

/**
 * For production: this process owns the database and the port, and replaces worker processes that end or
 * hang. An error in a worker ends neither the port nor the database.
 */
interface SupervisedOptions extends CommonOptions {
  readonly mode: 'supervised';
  /** The time without an answer after which a worker is replaced. */
  readonly hangTimeoutMs?: number;
}

export type ServerOptions = InProcessOptions | SupervisedOptions;

/** The code of the services is loaded only in the processes that run them. */
async function createRunner(
  options: ServerOptions,
  config: Config,
  logger: Logger,
): Promise<Runner> {
  if (options.mode === 'supervised') {
    const { WorkerSupervisor } = await import('./workers/worker-supervisor.ts');
    const { environment, hangTimeoutMs } = options;
    const { http } = config;
    return new WorkerSupervisor({ http, environment, logger, hangTimeoutMs });
  }
  const { serve } = await import('./serve.ts');
  const { overrides } = options;
  return {
    serve: (state, databaseCause) => serve(config, state, logger, overrides, { databaseCause }),
    cancel: () => Promise.resolve(),
  };
}

/**
 * Starts a server, which listens when the promise resolves.
 *
 * @throws Error when the configuration is not valid or a part does not start
 */
export function createServer(options: ServerOptions): Promise<RunningServer> {
  return start(options.environment, {
    prepared: options.prepared,
    seed: options.seed ?? false,
    createRunner: (config, logger) => createRunner(options, config, logger),
  });
}
