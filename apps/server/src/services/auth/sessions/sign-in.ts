import type { AuthContext } from '../auth-context.ts';
import type { Database } from '../../../platform/database/connection.ts';
import { authErrors } from '../errors.ts';
import { sendNotice } from '../one-time-tokens/token-emails.ts';
import { closeOtherSessions } from './session-limits.ts';
import { openSession, type NewSession } from './open-session.ts';
import type { OpenSession } from './sessions.ts';

type SigningIn = Pick<AuthContext, 'outbox' | 'config'>;

/**
 * Opens a session in a transaction and notifies the owner of a new device.
 *
 * @returns null when the user was deleted or the password was just changed
 */
export async function trySignIn(
  auth: SigningIn,
  sql: Database,
  given: NewSession,
): Promise<OpenSession | null> {
  const session = await openSession(sql, given, auth.config.sessions);
  if (session === null) return null;
  // The account is locked. Of two simultaneous sign-ins, the later one counts, whatever their clocks show.
  const opened = { userId: given.userId, sessionId: session.sessionId, createdAt: null };
  await closeOtherSessions(sql, auth.config.sessions, opened, given.now);
  if (session.isNewDevice) await sendNotice(auth, sql, 'new_device', session.user, given);
  return session;
}

/**
 * Opens a session without a password.
 *
 * @throws AuthError user_not_found
 */
export async function signIn(
  auth: SigningIn,
  sql: Database,
  given: Omit<NewSession, 'password'>,
): Promise<OpenSession> {
  const session = await trySignIn(auth, sql, given);
  if (session === null) throw authErrors.userOfTokenNotFound();
  return session;
}
