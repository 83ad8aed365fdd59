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
 * A redirect address with an error for the app.
 *
 * @param isPkce whether the app expects a code, and so reads the query, too
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
