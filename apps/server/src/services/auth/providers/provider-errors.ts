import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { errors } from 'jose';
import { AuthError, authErrors, OAuthError } from '../errors.ts';

/** Error codes of the library for missing and malformed responses. */
const UNAVAILABLE_CODES = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);
/** The error codes of providers for users who decline. Other codes in the URL are not passed on. */
const DECLINED_CODES = new Set([
  'access_denied',
  'user_cancelled_authorize',
  'login_required',
  'interaction_required',
  'consent_required',
  'temporarily_unavailable',
]);

function isUnavailable(error: unknown): boolean {
  if (error instanceof errors.JOSEError) {
    return error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC';
  }
  if (error instanceof ClientError) {
    return error.code === undefined || UNAVAILABLE_CODES.has(error.code);
  }
  if (error instanceof ResponseBodyError) return error.status >= 500;
  // `fetch` rejects with it.
  return error instanceof TypeError || error instanceof SyntaxError;
}

type ToError = (cause: unknown) => AuthError | OAuthError;

/** The error for the response, for any error at a provider. */
function toProviderError(error: unknown, toError: ToError): AuthError | OAuthError {
  if (error instanceof AuthError || error instanceof OAuthError) return error;
  if (error instanceof AuthorizationResponseError) {
    const name = DECLINED_CODES.has(error.error) ? error.error : 'server_error';
    return new OAuthError(name, "The provider didn't sign you in");
  }
  return isUnavailable(error) ? authErrors.providerUnavailable(error) : toError(error);
}

/**
 * Runs a request to a provider.
 *
 * @param toError creates the error for an invalid response of the provider
 * @throws AuthError, OAuthError in place of the errors of the libraries
 */
export async function atProvider<T>(
  work: () => Promise<T>,
  toError: ToError = authErrors.badOAuthCallback,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toProviderError(error, toError);
  }
}
