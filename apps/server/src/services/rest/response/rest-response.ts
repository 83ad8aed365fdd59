/** An answer on its way out. */
export interface RestResponse {
  readonly status: number;
  /** A list stands for a header that comes several times. */
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer | string | null;
  /** The reason phrase, where it is not the status's own. */
  readonly statusText?: string | null;
}
