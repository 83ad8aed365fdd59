import { hasVerifiedFactor } from '../accounts/user-row.ts';
import { lockSignedIn } from '../sessions/lock-signed-in.ts';
import { recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { sendNotice } from '../one-time-tokens/token-emails.ts';
import type { ClientDetails } from '../client-details.ts';
import { elevateSession } from '../sessions/elevate-session.ts';
import type { OpenSession } from '../sessions/sessions.ts';
import { sessionOf, type SignedIn } from '../sessions/signed-in.ts';
import { limitAttempts } from './limit-attempts.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-code.ts';

/**
 * Generates ten codes that replace all earlier ones. Only this response contains them.
 *
 * @throws AuthError insufficient_aal
 */
export function replaceRecoveryCodes(
  auth: AuthContext,
  signedIn: SignedIn,
  client: ClientDetails,
): Promise<string[]> {
  const session = sessionOf(signedIn);
  return auth.sql.begin(async (sql) => {
    const now = auth.clock.now();
    const user = await lockSignedIn(sql, signedIn);
    if (session.aal !== 'aal2' || !hasVerifiedFactor(user)) {
      throw authErrors.factorNeedsAal2(403, 'AAL2 required to create recovery codes');
    }
    const codes = createRecoveryCodes();
    const hashes = codes.map((code) => hashRecoveryCode(user.id, code).toString('hex'));
    await sql`delete from backend_auth.recovery_codes where user_id = ${user.id}`;
    await sql`
      insert into backend_auth.recovery_codes (user_id, code_hash, created_at)
      select ${user.id}, decode(hash, 'hex'), ${now}
      from jsonb_array_elements_text(${sql.json(hashes)}) as hash`;
    await recordAction(sql, { action: 'generate_recovery_codes', actor: user, client, now });
    return codes;
  });
}

/**
 * Elevates a session to aal2 with a recovery code.
 *
 * @throws AuthError mfa_verification_failed, session_not_found, over_request_rate_limit
 */
export function verifyRecoveryCode(
  auth: AuthContext,
  signedIn: SignedIn,
  code: string,
  client: ClientDetails,
): Promise<OpenSession> {
  const attemptCode = () =>
    auth.sql.begin(async (sql) => {
      const now = auth.clock.now();
      const session = sessionOf(signedIn);
      const user = await lockSignedIn(sql, signedIn);
      const used = await sql`
        delete from backend_auth.recovery_codes
        where user_id = ${user.id} and code_hash = ${hashRecoveryCode(user.id, code)} returning 1`;
      const traits = { method: 'recovery_code', accepted: used.length > 0 };
      await recordAction(sql, { action: 'mfa_code_login', actor: user, traits, client, now });
      if (used.length === 0) return authErrors.recoveryCodeWrong();
      await sendNotice(auth, sql, 'recovery_code_used', user, { now, client });
      return elevateSession(auth, sql, {
        userId: user.id,
        sessionId: session.id,
        method: 'recovery_code',
        factorId: null,
        now,
      });
    });
  return limitAttempts(auth, signedIn.user.id, attemptCode);
}
