/**
 * The server for production: a small supervisor that owns the database, the port and the workers. An
 * error in a worker ends neither the port nor the database.
 */
import { createWorkers } from './workers/worker-supervisor.ts';
import { supervise } from './http/supervise.ts';
import { start, type Environment, type RunningServer } from './start.ts';

export { supervise } from './http/supervise.ts';

interface SupervisedOptions {
  /** The time without an answer after which a worker is replaced. */
  readonly hangTimeoutMs?: number;
}

/** @throws Error when the configuration is not valid or a part does not start */
export function startSupervised(
  environment: Environment,
  options: SupervisedOptions = {},
): Promise<RunningServer> {
  return start(environment, ({ http }, logger) =>
    createWorkers({ http, environment, logger, ...options }),
  );
}

if (import.meta.main) supervise(await startSupervised(process.env));
