/** The message from the server to the supervisor. */
export interface Order {
  readonly entryUrl: string;
  readonly socketPath: string;
  /** The prefix of output lines for the server. */
  readonly mark: string;
  /** In addition to the memory of an idle process. */
  readonly memoryBytes: number;
  /** CPU time of each request. */
  readonly cpuMs: number;
  /** The names of the function's own variables. The others belong to Deno. */
  readonly variables: readonly string[];
}

/** Indexes of the counters that supervisor and worker share. */
export const IN_FLIGHT = 0;
export const BEGUN = 1;
/** Increases while the worker's event loop is not blocked. */
export const TURNS = 2;
export const COUNTERS = 3;

/** Exit codes. */
export const EXIT = { limit: 40, notStarted: 41, crashed: 42 } as const;
