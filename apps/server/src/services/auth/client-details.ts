/** Who asks, as far as the connection tells: a plain value that commands take instead of the request. */
export interface ClientDetails {
  readonly userAgent: string | null;
  readonly ip: string | null;
  /** What limits by address count under: one household is one key. */
  readonly limitKey: string;
}
