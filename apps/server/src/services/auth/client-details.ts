/**
 * The client of a request, as far as the connection identifies it. Commands receive it instead of the
 * request.
 */
export interface ClientDetails {
  readonly userAgent: string | null;
  readonly ip: string | null;
  /** The key of limits by address. One household shares one key. */
  readonly limitKey: string;
}
