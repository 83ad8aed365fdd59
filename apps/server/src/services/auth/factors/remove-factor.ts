import { lockSignedIn } from '../sessions/lock-signed-in.ts';
import { lockUser } from '../accounts/users.ts';
import { OPERATOR, recordAction, type Actor, type AuditAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { sendNotice } from '../one-time-tokens/token-emails.ts';
import type { ClientDetails } from '../client-details.ts';
import { endElevatedSessions, lowerSessions } from '../sessions/elevate-session.ts';
import { sessionOf, type SignedIn } from '../sessions/signed-in.ts';
import { findFactor } from './factor-rows.ts';

interface Removal {
  readonly userId: string;
  /** Null when the operator removes it. */
  readonly signedIn: SignedIn | null;
  readonly factorId: string;
  readonly actor: Actor;
  readonly action: Extract<AuditAction, 'factor_unenrolled' | 'factor_deleted'>;
  readonly mayRemoveVerified: boolean;
  readonly client: ClientDetails;
}

async function removeFactor(auth: AuthContext, removal: Removal): Promise<void> {
  const { userId, signedIn, factorId, actor, action, client } = removal;
  await auth.sql.begin(async (sql) => {
    const now = auth.clock.now();
    const user =
      signedIn === null ? await lockUser(sql, userId) : await lockSignedIn(sql, signedIn);
    if (user === null) throw authErrors.factorNotFound();
    const factor = await findFactor(sql, userId, factorId);
    const isVerified = factor.status === 'verified';
    if (isVerified && !removal.mayRemoveVerified) {
      throw authErrors.factorNeedsAal2(422, 'AAL2 required to unenroll verified factor');
    }
    await sql`delete from auth.mfa_factors where id = ${factorId}`;
    const traits = { factor_id: factorId, factor_status: factor.status, user_id: userId };
    await recordAction(sql, { action, actor, traits, client, now });
    if (!isVerified) return;
    const isLast = !user.factors.some(({ id, status }) => id !== factorId && status === 'verified');
    const raisedBy = isLast ? null : factorId;
    // The owner's session continues below aal2. The operator may remove the factor because another person has
    // it.
    await (signedIn === null
      ? endElevatedSessions(sql, userId, raisedBy)
      : lowerSessions(sql, userId, raisedBy, now));
    // Recovery codes replace a factor, and there is none left.
    if (isLast) await sql`delete from backend_auth.recovery_codes where user_id = ${userId}`;
    await sendNotice(auth, sql, 'factor_removed', user, {
      now,
      client: signedIn === null ? null : client,
    });
  });
}

/** @throws AuthError mfa_factor_not_found, insufficient_aal */
export async function unenrolFactor(
  auth: AuthContext,
  signedIn: SignedIn,
  factorId: string,
  client: ClientDetails,
): Promise<void> {
  await removeFactor(auth, {
    userId: signedIn.user.id,
    signedIn,
    factorId,
    actor: signedIn.user,
    action: 'factor_unenrolled',
    mayRemoveVerified: sessionOf(signedIn).aal === 'aal2',
    client,
  });
}

/**
 * Removes a factor for the operator, for example of a user who lost it, and ends the sessions that it
 * elevated.
 */
export async function deleteFactor(
  auth: AuthContext,
  target: Pick<Removal, 'userId' | 'factorId' | 'client'>,
): Promise<void> {
  await removeFactor(auth, {
    ...target,
    signedIn: null,
    actor: OPERATOR,
    action: 'factor_deleted',
    mayRemoveVerified: true,
  });
}
