/** Variables that the application sets on every request before a service handles it. */
interface RequestVariables {
  /** Sent back as `X-Request-Id` and in every log line about the request. */
  requestId: string;
  /** The client's address, taken from `X-Forwarded-For` only behind a trusted proxy. */
  clientAddress: string;
  /**
   * Headers for every response, in lower case. A service with plain responses adds them with
   * `takePreparedHeaders`. Undefined for other services, and after they were taken.
   */
  preparedHeaders?: Record<string, string> | undefined;
  /** Set by a service whose route pattern is too general, such as the table of the data API. No personal data. */
  route?: string;
}

export interface ServiceEnv {
  Variables: RequestVariables;
}
