import type { Transaction } from '../../../platform/database/connection.ts';
import { hasVerifiedFactor, type UserRow } from '../accounts/user-row.ts';
import { lockSignedIn } from '../sessions/lock-signed-in.ts';
import { recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors, type AuthError } from '../errors.ts';
import { consumeToken, type PendingToken } from '../one-time-tokens/one-time-tokens.ts';
import { trySmsCode } from '../one-time-tokens/try-sms-code.ts';
import { sendNotice } from '../one-time-tokens/token-emails.ts';
import type { ClientDetails } from '../client-details.ts';
import { elevateSession } from '../sessions/elevate-session.ts';
import type { OpenSession } from '../sessions/sessions.ts';
import { sessionOf, type SignedIn } from '../sessions/signed-in.ts';
import {
  CHALLENGE_VALID_S,
  findChallenge,
  findFactor,
  consumeTimeStep,
  type StoredFactor,
} from './factor-rows.ts';
import { limitAttempts } from './limit-attempts.ts';
import { verifyKeyResponse, type KeyResponse } from './security-key.ts';
import { stepOfCode } from './totp.ts';

export interface FactorAttempt {
  readonly factorId: string;
  readonly challengeId: string;
  /** The entered code, or the response of a security key. */
  readonly proof: { readonly code: string } | { readonly key: KeyResponse };
  readonly client: ClientDetails;
}

interface Attempt extends FactorAttempt {
  /** The token of a valid code that was sent to a phone. */
  readonly texted: PendingToken | null;
}

/** The method of a factor in the claim `amr`. */
const METHODS = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const;

/** Done before the account is locked, because it can require a request to the SMS provider. */
async function findTexted(
  auth: AuthContext,
  { user }: SignedIn,
  { factorId, proof }: FactorAttempt,
): Promise<PendingToken | null> {
  if (!('code' in proof)) return null;
  const phone = user.factors.find(({ id }) => id === factorId)?.phone ?? null;
  return phone === null ? null : trySmsCode(auth, phone, proof.code, ['factor'], factorId);
}

/** @throws AuthError mfa_factor_not_found, mfa_ip_address_mismatch, mfa_challenge_expired */
async function requireOpenChallenge(
  sql: Transaction,
  { factorId, challengeId, client }: FactorAttempt,
  now: Date,
): Promise<void> {
  const challenge = await findChallenge(sql, factorId, challengeId, client.ip);
  if (challenge === null) {
    throw authErrors.factorNotFound('MFA factor with the provided challenge ID not found');
  }
  if (!challenge.is_from_here) throw authErrors.challengeIpMismatch();
  const ageMs = now.getTime() - challenge.created_at.getTime();
  if (challenge.verified_at !== null || ageMs > CHALLENGE_VALID_S * 1000) {
    throw authErrors.challengeExpired();
  }
}

async function isRight(
  auth: AuthContext,
  sql: Transaction,
  factor: StoredFactor,
  { challengeId, proof, texted }: Attempt,
  now: Date,
): Promise<boolean> {
  if (factor.factor_type === 'webauthn') {
    const { passkeyParty } = auth.config;
    if (passkeyParty === null) throw authErrors.webauthnChecksDisabled();
    if (!('key' in proof)) return false;
    return verifyKeyResponse(sql, passkeyParty, factor, { challengeId, response: proof.key });
  }
  if (!('code' in proof)) return false;
  if (factor.factor_type === 'phone') return texted !== null && consumeToken(sql, texted);
  if (factor.secret === null) return false;
  const sealed = Buffer.from(factor.secret, 'base64');
  const { secret } = auth.factorSealer.open(factor.id, sealed) as { secret: string };
  const step = stepOfCode(secret, proof.code, now);
  return step !== null && (await consumeTimeStep(sql, factor.id, step));
}

/** Marks a factor as verified, with the first valid response. */
async function confirmFactor(
  auth: AuthContext,
  sql: Transaction,
  user: UserRow,
  factor: StoredFactor,
  happening: { readonly client: ClientDetails; readonly now: Date },
): Promise<void> {
  if (factor.status === 'verified') return;
  const { now } = happening;
  await sql`
    update auth.mfa_factors set status = 'verified', updated_at = ${now} where id = ${factor.id}`;
  const notice = hasVerifiedFactor(user) ? 'further_factor_added' : 'factor_added';
  await sendNotice(auth, sql, notice, user, happening);
}

/**
 * Elevates a session to aal2 with a response for one of the account's factors. An error of the response is
 * returned, because its record must be committed.
 */
function verifyAttempt(
  auth: AuthContext,
  signedIn: SignedIn,
  attempt: Attempt,
): Promise<OpenSession | AuthError> {
  const { factorId, challengeId, client } = attempt;
  const session = sessionOf(signedIn);
  return auth.sql.begin(async (sql) => {
    const now = auth.clock.now();
    const user = await lockSignedIn(sql, signedIn);
    const factor = await findFactor(sql, user.id, factorId);
    const isFurther = factor.status === 'unverified' && hasVerifiedFactor(user);
    if (isFurther && session.aal !== 'aal2') {
      throw authErrors.factorNeedsAal2(403, 'AAL2 required to verify a new factor');
    }
    await requireOpenChallenge(sql, attempt, now);

    const accepted = await isRight(auth, sql, factor, attempt, now);
    const traits = { factor_id: factor.id, challenge_id: challengeId, accepted };
    await recordAction(sql, { action: 'verification_attempted', actor: user, traits, client, now });
    if (!accepted) {
      return factor.factor_type === 'webauthn'
        ? authErrors.factorKeyWrong()
        : authErrors.factorCodeWrong();
    }

    await sql`update auth.mfa_challenges set verified_at = ${now} where id = ${challengeId}`;
    await confirmFactor(auth, sql, user, factor, { client, now });
    return elevateSession(auth, sql, {
      userId: user.id,
      sessionId: session.id,
      method: METHODS[factor.factor_type],
      factorId: factor.id,
      now,
    });
  });
}

/**
 * @throws AuthError mfa_verification_failed, mfa_challenge_expired, mfa_ip_address_mismatch,
 *   mfa_factor_not_found, insufficient_aal, session_not_found, over_request_rate_limit
 */
export function verifyFactor(
  auth: AuthContext,
  signedIn: SignedIn,
  attempt: FactorAttempt,
): Promise<OpenSession> {
  return limitAttempts(auth, signedIn.user.id, async () => {
    const texted = await findTexted(auth, signedIn, attempt);
    return verifyAttempt(auth, signedIn, { ...attempt, texted });
  });
}
