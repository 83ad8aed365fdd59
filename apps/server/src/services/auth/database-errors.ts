import { ConnectionError } from '../../platform/database/wire/errors.ts';
import { codeOf } from '../../platform/error-code.ts';
import { AuthError, authErrors, OAuthError } from './errors.ts';

/** Codes of the driver that mean Postgres is away or restarting. */
const AWAY_DRIVER_CODES = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** The same from Postgres, and that it takes no writes, has too little of something, or took too long. */
const AWAY_SQLSTATE = /^(08...|25006|53...|57014|57P0[1-3])$/;

function isDatabaseAway(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  const code = codeOf(error);
  return code !== null && (AWAY_DRIVER_CODES.has(code) || AWAY_SQLSTATE.test(code));
}

/** The unique index that refused what someone else has, or null. */
export function violatedIndex(error: unknown): unknown {
  return codeOf(error) === '23505' && error instanceof Error && 'constraint_name' in error
    ? error.constraint_name
    : null;
}

/** @throws AuthError email_exists, phone_exists when somebody else has the address */
export async function refusingDuplicates(run: () => PromiseLike<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const index = violatedIndex(error);
    if (index === 'users_email_partial_key') throw authErrors.emailExists();
    if (index === 'users_phone_key') throw authErrors.phoneExists();
    throw error;
  }
}

/** The failure to answer for whatever a handler threw. */
export function toKnownError(error: unknown, fallbackMessage: string): AuthError | OAuthError {
  if (error instanceof AuthError || error instanceof OAuthError) return error;
  if (isDatabaseAway(error)) return authErrors.databaseAway(error);
  return authErrors.unexpected(fallbackMessage, error);
}

/** Runs a statement; a refusal by the database (a trigger, a constraint) answers 500 with `message`. */
export async function withFailureMessage<T>(message: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toKnownError(error, message);
  }
}
