import type { Logger } from '../../../platform/logger.ts';
import type { AuthContext } from '../auth-context.ts';
import { codeOf } from '../../../platform/error-code.ts';
import { isClientGone } from '../../../platform/http/client-gone.ts';
import { toKnownError } from '../database-errors.ts';
import { AuthError, authErrors, type OAuthError } from '../errors.ts';
import type { RouteContext } from './route.ts';

/** Only where it happened: what an error says may quote an address or a token. */
function framesOf(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '));
}

/** Logs a failure that is not the caller's fault, without personal data. */
export function logFailure(logger: Logger, c: RouteContext, failure: AuthError | OAuthError): void {
  if (!(failure instanceof AuthError) || failure.status < 500) return;
  const { cause } = failure;
  logger.error(
    {
      requestId: c.get('requestId'),
      status: failure.status,
      reason: failure.message,
      // A SQLSTATE, or what the driver or the mail host calls it.
      causeCode: codeOf(cause),
      cause: cause instanceof Error ? cause.name : null,
      frames: framesOf(cause instanceof Error ? cause : failure),
    },
    'an auth request failed',
  );
}

/** The failure to answer for whatever a route threw, logged. */
export function knownFailure(
  { logger }: Pick<AuthContext, 'logger'>,
  c: RouteContext,
  error: unknown,
  fallbackMessage: string,
): AuthError | OAuthError {
  if (isClientGone(error)) return authErrors.badJson('the body was cut off');
  const known = toKnownError(error, fallbackMessage);
  logFailure(logger, c, known);
  return known;
}
