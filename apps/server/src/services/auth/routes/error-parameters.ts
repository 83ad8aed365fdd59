import { AuthError, type OAuthError } from '../errors.ts';

/** RFC 6749, section 4.1.2.1. */
function oauthNameOf(status: number): string {
  if (status === 401) return 'unauthorized_client';
  if (status === 403) return 'access_denied';
  if (status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}

/** How an address tells the app what went wrong. */
export function errorParameters(known: AuthError | OAuthError): Record<string, string> {
  const isAuthError = known instanceof AuthError;
  return {
    error: isAuthError ? oauthNameOf(known.status) : known.error,
    error_code: isAuthError ? known.code : known.error,
    error_description: known.message,
  };
}
