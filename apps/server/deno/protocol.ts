/** What the supervisor receives from the server. */
export interface Order {
  readonly entryUrl: string;
  readonly socketPath: string;
  /** Begins each line of the output that is meant for the server. */
  readonly mark: string;
  /** Beyond what the process takes at rest. */
  readonly memoryBytes: number;
  /** For each request. */
  readonly cpuMs: number;
  /** Names of the function's own; the others are Deno's. */
  readonly variables: readonly string[];
}

/** Places in what supervisor and worker share. */
export const IN_FLIGHT = 0;
export const BEGUN = 1;
/** Counts while the worker's event loop turns. */
export const TURNS = 2;
export const COUNTERS = 3;

/** With what the process ends. */
export const EXIT = { limit: 40, notStarted: 41, crashed: 42 } as const;
