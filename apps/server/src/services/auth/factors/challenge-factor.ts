import type { Transaction } from '../../../platform/database/connection.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { lockSignedIn } from '../sessions/lock-signed-in.ts';
import { recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import type { SmsChannel } from '../../../platform/sms/sms-gateway.ts';
import { checkSmsSending, sendSmsCode } from '../one-time-tokens/sms-codes.ts';
import type { ClientDetails } from '../client-details.ts';
import { sessionOf, type SignedIn } from '../sessions/signed-in.ts';
import {
  CHALLENGE_VALID_S,
  findFactor,
  insertChallenge,
  type StoredFactor,
} from './factor-rows.ts';
import { createKeyOptions, type KeyOptions } from './security-key.ts';

interface IssuedChallenge {
  readonly id: string;
  readonly type: string;
  /** Seconds since 1970. */
  readonly expiresAtS: number;
  /** Null unless the factor is a security key. */
  readonly question: KeyOptions | null;
}

/** A code is counted before it is sent, like every other SMS. */
async function limitFactorText(
  auth: AuthContext,
  { user }: SignedIn,
  factorId: string,
  client: ClientDetails,
): Promise<void> {
  const phone = user.factors.find(({ id }) => id === factorId)?.phone ?? null;
  if (phone !== null) await checkSmsSending(auth, phone, client);
}

/** @throws AuthError mfa_webauthn_verify_not_enabled when browsers would reject security keys */
async function askFactor(
  { config }: AuthContext,
  sql: Transaction,
  user: UserRow,
  request: { factor: StoredFactor; challengeId: string },
): Promise<KeyOptions | null> {
  if (request.factor.factor_type !== 'webauthn') return null;
  if (config.passkeyParty === null) throw authErrors.webauthnChecksDisabled();
  return createKeyOptions(sql, config.passkeyParty, user, request);
}

/** Creates a challenge, and sends a code if the factor is a phone. */
export async function challengeFactor(
  auth: AuthContext,
  signedIn: SignedIn,
  factorId: string,
  { client, channel }: { client: ClientDetails; channel: SmsChannel },
): Promise<IssuedChallenge> {
  sessionOf(signedIn);
  await limitFactorText(auth, signedIn, factorId, client);
  return auth.sql.begin(async (sql) => {
    const now = auth.clock.now();
    const user = await lockSignedIn(sql, signedIn);
    const factor = await findFactor(sql, user.id, factorId);
    if (factor.phone !== null) {
      const text = { slot: 'factor', phone: factor.phone, address: factor.id, channel } as const;
      await sendSmsCode(auth, sql, user, text);
    }
    const id = await insertChallenge(sql, factor.id, client.ip, now);
    const question = await askFactor(auth, sql, user, { factor, challengeId: id });
    const traits = { factor_id: factor.id, factor_status: factor.status };
    await recordAction(sql, { action: 'challenge_created', actor: user, traits, client, now });
    const expiresAtS = Math.floor(now.getTime() / 1000) + CHALLENGE_VALID_S;
    return { id, type: factor.factor_type, expiresAtS, question };
  });
}
