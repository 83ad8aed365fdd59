/** What the application sets on every request before a service sees it. */
interface RequestVariables {
  /** Sent back as `X-Request-Id` and in every log line about the request. */
  requestId: string;
  /** The client's address, taken from `X-Forwarded-For` only behind a trusted proxy. */
  clientAddress: string;
  /**
   * For a service that makes plain answers: headers of every answer, in lower case, which it puts into
   * its own with `takePreparedHeaders`. Undefined for the other services, and once they were taken.
   */
  preparedHeaders?: Record<string, string> | undefined;
  /** Set by a service whose route says too little, such as the record type of a data API. Names no person. */
  route?: string;
}

export interface ServiceEnv {
  Variables: RequestVariables;
}
