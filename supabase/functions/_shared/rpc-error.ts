import { HttpError } from './http.ts';

/** The part of a response of the data API that says why a call failed. */
interface FailedCall {
  readonly error: { readonly message: string; readonly hint: string | null };
  readonly status: number;
}

const SERVER_ERROR = 500;

/** The error that a client gets for a rule of the database. Errors of the server are thrown as they are. */
export function refusalOf({ error, status }: FailedCall): unknown {
  if (status === 0 || status >= SERVER_ERROR) return error;
  return new HttpError(status, error.message, error.hint ?? undefined);
}
