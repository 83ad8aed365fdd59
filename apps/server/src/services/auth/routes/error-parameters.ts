import { AuthError, type OAuthError } from '../errors.ts';
import { withParameters } from '../redirects.ts';

/** RFC 6749, section 4.1.2.1. */
function oauthNameOf(status: number): string {
  if (status === 401) return 'unauthorized_client';
  if (status === 403) return 'access_denied';
  if (status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}

/**
 * An address that tells the app what went wrong.
 *
 * @param isPkce the app looks for a code, and so in the query too
 */
export function withError(address: string, known: AuthError | OAuthError, isPkce: boolean): string {
  const isAuthError = known instanceof AuthError;
  const parameters = {
    error: isAuthError ? oauthNameOf(known.status) : known.error,
    error_code: isAuthError ? known.code : known.error,
    error_description: known.message,
  };
  return withParameters(address, parameters, { query: isPkce, fragment: true });
}
