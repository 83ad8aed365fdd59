import type { AuthContext } from '../auth-context.ts';
import type { Database } from '../database.ts';
import { mailNotice } from '../one-time-tokens/token-mails.ts';
import { closeOtherSessions } from './session-limits.ts';
import { openSession, type NewSession, type OpenSession } from './sessions.ts';

/**
 * Opens a session in a transaction, and tells the owner when the device is new.
 * Null when the user is gone or the password just changed.
 */
export async function signIn(
  auth: Pick<AuthContext, 'outbox' | 'config'>,
  sql: Database,
  given: NewSession,
): Promise<OpenSession | null> {
  const session = await openSession(sql, given, auth.config.sessions);
  if (session !== null) {
    // The account is locked, and of two sign-ins at once the later one counts, whatever their clocks say.
    await closeOtherSessions(
      sql,
      auth.config.sessions,
      { userId: given.userId, sessionId: session.sessionId, createdAt: null },
      given.now,
    );
  }
  if (session?.isNewDevice === true) await mailNotice(auth, sql, 'new_device', session.user);
  return session;
}
