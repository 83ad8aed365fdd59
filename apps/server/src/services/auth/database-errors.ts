import { ConnectionError } from '../../platform/database/wire/errors.ts';
import { codeOf } from '../../platform/error-code.ts';
import { AuthError, authErrors, OAuthError } from './errors.ts';

function violatedConstraint(error: unknown): string | null {
  const isNamed = error instanceof Error && 'constraint_name' in error;
  return isNamed && typeof error.constraint_name === 'string' ? error.constraint_name : null;
}

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

/**
 * The words of a rule that a trigger raised as a check violation, or null. A check constraint of a
 * table names itself, and its words are about columns.
 */
function brokenRule(error: unknown): string | null {
  const isRaised = codeOf(error) === '23514' && violatedConstraint(error) === null;
  return isRaised && error instanceof Error ? error.message : null;
}

/** The unique index that refused what someone else has, or null. */
export function violatedIndex(error: unknown): unknown {
  return codeOf(error) === '23505' ? violatedConstraint(error) : null;
}

/** @throws AuthError conflict when rows of another table refer to the user and may not go with it */
export async function refusingRecords(run: () => PromiseLike<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isKept = ['23503', '23001'].includes(codeOf(error) ?? '');
    if (!isKept || !(error instanceof Error) || !('table_name' in error)) throw error;
    throw authErrors.userHasRecords(String(error.table_name), error);
  }
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
  const rule = brokenRule(error);
  if (rule !== null) return authErrors.unprocessable(rule);
  return authErrors.unexpected(fallbackMessage, error);
}

/** Runs a statement; what the database refuses without words of its own answers 500 with `message`. */
export async function withFailureMessage<T>(message: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toKnownError(error, message);
  }
}
