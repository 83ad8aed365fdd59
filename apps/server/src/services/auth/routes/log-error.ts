import type { Logger } from '../../../platform/logger.ts';
import type { AuthContext } from '../auth-context.ts';
import { codeOf } from '../../../platform/error-code.ts';
import { isClientGone } from '../../../platform/http/client-gone.ts';
import { toKnownError } from '../database-errors.ts';
import { AuthError, authErrors, type OAuthError } from '../errors.ts';
import type { RouteContext } from './route.ts';

/** Only the code positions of the stack, because an error message can contain an address or a token. */
function framesOf(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '));
}

/** Logs an error that the client did not cause, without personal data. */
export function logAuthError(logger: Logger, c: RouteContext, error: AuthError | OAuthError): void {
  if (!(error instanceof AuthError) || error.status < 500) return;
  const { cause } = error;
  logger.error(
    {
      requestId: c.get('requestId'),
      status: error.status,
      reason: error.message,
      // A SQLSTATE, or the code of the system or the mail host.
      causeCode: codeOf(cause),
      cause: cause instanceof Error ? cause.name : null,
      frames: framesOf(cause instanceof Error ? cause : error),
    },
    'auth: request failed',
  );
}

/** The error for the response, for any error of a route. Logs it. */
export function toResponseError(
  { logger }: Pick<AuthContext, 'logger'>,
  c: RouteContext,
  error: unknown,
  fallbackMessage: string,
): AuthError | OAuthError {
  if (isClientGone(error)) return authErrors.badJson('the body was cut off');
  const known = toKnownError(error, fallbackMessage);
  logAuthError(logger, c, known);
  return known;
}
