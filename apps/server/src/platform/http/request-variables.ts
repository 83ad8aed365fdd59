/** What the application sets on every request before a service sees it. */
export interface RequestVariables {
  /** Sent back as `X-Request-Id` and in every log line about the request. */
  requestId: string;
  /** The client's address, taken from `X-Forwarded-For` only behind a trusted proxy. */
  clientAddress: string;
  /** Set by a service whose route says too little, such as the record type of a data API. Names no person. */
  route?: string;
}

export interface ServiceEnv {
  Variables: RequestVariables;
}
