/**
 * The server of production: a small first process that keeps the database, the port and the
 * processes that serve. A fault in one of these ends neither.
 */
import { createWorkers } from './cluster.ts';
import { supervise } from './server/supervise.ts';
import { start, type Environment, type RunningServer } from './start.ts';

export { supervise } from './server/supervise.ts';

interface SupervisedOptions {
  /** How long a worker may not answer before it is replaced. */
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
