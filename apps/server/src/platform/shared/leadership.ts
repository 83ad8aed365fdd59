/** Work that exactly one process among all that share the database does at a time. */
export interface Leadership {
  /**
   * Runs `work` while this process leads `name`, and again each time it comes to
   * lead. The signal aborts when the lead is lost or the server stops.
   *
   * @returns gives the lead up and waits for the work to end
   */
  lead(name: string, work: (signal: AbortSignal) => Promise<void>): () => Promise<void>;
}
