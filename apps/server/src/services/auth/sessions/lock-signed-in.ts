import type { Database } from '../../../platform/database/connection.ts';
import { authErrors } from '../errors.ts';
import type { SignedIn } from './signed-in.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { lockOwnAccount } from '../accounts/users.ts';

/**
 * Locks the account of a signed-in user with a live session. A session that ended after the request arrived
 * changes nothing, for example after its owner has set a new password.
 *
 * @throws AuthError user_not_found, session_not_found
 */
export async function lockSignedIn(
  sql: Database,
  { user: { id }, session }: SignedIn,
): Promise<UserRow> {
  const user = await lockOwnAccount(sql, id);
  if (session === null) return user;
  const living = await sql`select from auth.sessions where id = ${session.id} and user_id = ${id}`;
  if (living.length === 0) throw authErrors.sessionNotFound();
  return user;
}
