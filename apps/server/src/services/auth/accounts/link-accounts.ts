import type { JsonObject } from '../../../platform/json.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { isEmailConfirmed, type UserRow } from './user-row.ts';
import { findUserByEmail, insertUser } from './users.ts';

/**
 * The account that an operator's link is for: new, or not confirmed yet.
 *
 * @throws AuthError email_exists when the address is confirmed already
 */
export async function findOrInsertUnconfirmed(
  auth: AuthContext,
  given: { email: string; passwordHash: string | null; data: JsonObject },
): Promise<UserRow> {
  const { email, passwordHash, data } = given;
  const known = await findUserByEmail(auth.sql, email);
  if (known !== null && isEmailConfirmed(known)) throw authErrors.emailExists();
  return (
    known ??
    insertUser(
      auth.sql,
      { email, passwordHash, userMetadata: data, isConfirmed: false },
      auth.clock.now(),
    )
  );
}

/** Remembers that an account was opened by invitation. */
export async function markInvited(auth: AuthContext, userId: string): Promise<void> {
  await auth.sql`update auth.users set invited_at = ${auth.clock.now()} where id = ${userId}`;
}
