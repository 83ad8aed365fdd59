import type { RestError } from '../errors.ts';

export interface RestResponse {
  readonly status: number;
  /** An array is a header with several values. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer | string | null;
  /** The reason phrase, if it is not the standard one of the status. */
  readonly statusText?: string | null;
}

export function renderError(error: RestError): RestResponse {
  return {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${error.body.code}`,
      ...error.headers,
    },
    body: JSON.stringify(error.body),
    statusText: error.statusText,
  };
}
