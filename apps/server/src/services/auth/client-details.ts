/** The client of a request, as a plain value for commands. */
export interface ClientDetails {
  readonly userAgent: string | null;
  readonly ip: string | null;
  /** The key of rate limits by network address. Clients in one household share it. */
  readonly limitKey: string;
}
