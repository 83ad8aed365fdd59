/** The server in one process, for development and tests. `supervised.ts` is the one of production. */
import { serve, type OutsideWorld } from './serve.ts';
import { start, type Environment, type RunningServer } from './start.ts';

export type { RunningServer } from './start.ts';

/** @throws Error when the configuration is not valid or a part does not start */
export function startServer(
  environment: Environment,
  outside: OutsideWorld = {},
): Promise<RunningServer> {
  return start(environment, (config, logger) => ({
    serve: (state, databaseCause) => serve(config, state, logger, outside, { databaseCause }),
    cancel: () => Promise.resolve(),
  }));
}
