/** The server in one process, for development and tests. In production, `supervised.ts` starts it. */
import { serve, type Overrides } from './serve.ts';
import { start, type Environment, type RunningServer } from './start.ts';

export type { RunningServer } from './start.ts';

/** @throws Error when the configuration is not valid or a part does not start */
export function startServer(
  environment: Environment,
  overrides: Overrides = {},
): Promise<RunningServer> {
  return start(environment, (config, logger) => ({
    serve: (state, databaseCause) => serve(config, state, logger, overrides, { databaseCause }),
    cancel: () => Promise.resolve(),
  }));
}
