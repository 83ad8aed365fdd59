import { classifyDatabaseError, constraintOf } from '../../platform/database/error-class.ts';
import { DatabaseError } from '../../platform/database/wire/errors.ts';
import { AuthError, authErrors, OAuthError } from './errors.ts';

/** The unique index that a duplicate value violates, or null. */
export function violatedIndex(error: unknown): string | null {
  return classifyDatabaseError(error) === 'duplicate' ? constraintOf(error) : null;
}

/** @throws AuthError conflict when rows of another table refer to the user and must not be deleted */
export async function translateReferences(run: () => PromiseLike<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (classifyDatabaseError(error) !== 'reference') throw error;
    if (!(error instanceof DatabaseError) || error.table === undefined) throw error;
    throw authErrors.userHasRecords(error.table, error);
  }
}

/** @throws AuthError email_exists, phone_exists when another account has the address */
export async function translateDuplicates(run: () => PromiseLike<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const index = violatedIndex(error);
    if (index === 'users_email_partial_key') throw authErrors.emailExists();
    if (index === 'users_phone_key') throw authErrors.phoneExists();
    throw error;
  }
}

/** The error that the client receives for any error that a handler threw. */
export function toKnownError(error: unknown, fallbackMessage: string): AuthError | OAuthError {
  if (error instanceof AuthError || error instanceof OAuthError) return error;
  switch (classifyDatabaseError(error)) {
    case 'unavailable':
    case 'timeout':
    case 'full':
      return authErrors.databaseUnavailable(error);
    case 'rule':
      if (error instanceof Error) return authErrors.unprocessable(error.message);
  }
  return authErrors.unexpected(fallbackMessage, error);
}

/** Runs statements. A database error without a public message becomes a 500 response with `message`. */
export async function withErrorMessage<T>(message: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toKnownError(error, message);
  }
}
