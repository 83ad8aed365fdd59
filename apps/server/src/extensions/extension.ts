/** A part that serves SQL functions, as an extension of hosted Postgres does. */
export interface Extension {
  /** Begins to work, in the background. The server listens already. */
  start(): void;
  /**
   * Starts nothing more, and waits for what is running.
   *
   * @param deadline when it aborts, running work is cancelled
   */
  close(deadline: AbortSignal): Promise<void>;
}
