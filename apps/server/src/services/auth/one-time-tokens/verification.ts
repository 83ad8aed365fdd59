import type postgres from 'postgres';
import type { AuthContext } from '../auth-context.ts';
import type { ClientDetails } from '../sessions/client-details.ts';
import { authErrors } from '../errors.ts';
import { issueAuthCode, type FlowMethod } from '../flow-states/flow-states.ts';
import {
  consumeToken,
  tokenSlots,
  type ConsumedToken,
  type FoundToken,
  type TokenSlot,
} from './one-time-tokens.ts';
import { openSession, type OpenSession } from '../sessions/sessions.ts';
import { isBanned, isEmailConfirmed, type UserRow } from '../accounts/user-row.ts';
import { clearPassword, confirmEmail, replaceEmail } from '../accounts/users.ts';

/** The kinds of verification by mail, and where their tokens may be pending. */
export const verificationSlots = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  recovery: ['recovery'],
  magiclink: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_current', 'email_change_new'],
} as const satisfies Record<string, readonly TokenSlot[]>;

export type VerificationType = keyof typeof verificationSlots;

export function isVerificationType(type: string): type is VerificationType {
  return Object.hasOwn(verificationSlots, type);
}

/** What comes of a token: a session, a code to exchange, or the first half of an e-mail change. */
export type Verified =
  | { readonly kind: 'session'; readonly session: OpenSession }
  | { readonly kind: 'code'; readonly authCode: string }
  | { readonly kind: 'first-leg' };

export const FIRST_LEG_MESSAGE =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

export function isTokenExpired(
  user: UserRow,
  slot: TokenSlot,
  expiryS: number,
  now: Date,
): boolean {
  const sentAt = user[tokenSlots[slot].sentAtColumn];
  return sentAt === null || sentAt.getTime() + expiryS * 1000 < now.getTime();
}

/** The method a challenge was stored under when the mail was sent. */
function flowMethodOf(type: VerificationType, slot: TokenSlot): FlowMethod {
  if (type === 'email') return slot === 'confirmation' ? 'email/signup' : 'magiclink';
  return type === 'signup' ? 'email/signup' : type;
}

/** Whether the other of the two addresses still has to agree. */
async function isFirstLegOfChange(
  sql: postgres.TransactionSql,
  userId: string,
  change: ConsumedToken,
): Promise<boolean> {
  const isFirst = (change.email ?? '') !== '' && change.email_change_confirm_status === 0;
  if (isFirst) {
    await sql`update auth.users set email_change_confirm_status = 1 where id = ${userId}`;
  }
  return isFirst;
}

/**
 * Applies a token that was found and not yet used: confirms the address it
 * stands for and signs its owner in.
 *
 * @throws AuthError otp_expired, user_banned, email_exists, flow_state_not_found
 */
export async function applyToken(
  auth: AuthContext,
  found: FoundToken,
  options: { type: VerificationType; isPkce: boolean; client: ClientDetails },
): Promise<Verified> {
  const { user, slot } = found;
  const now = auth.clock.now();
  if (isBanned(user, now)) throw authErrors.userOfTokenBanned();
  if (isTokenExpired(user, slot, auth.config.otpExpiryS, now)) throw authErrors.linkExpired();

  return auth.sql.begin<Verified>(async (sql) => {
    const consumed = await consumeToken(sql, user.id, slot);
    if (consumed === null) throw authErrors.linkExpired();
    if (slot === 'email_change_current' || slot === 'email_change_new') {
      const newEmail = consumed.email_change ?? '';
      const isOfOtherChange = slot === 'email_change_new' && consumed.relates_to !== newEmail;
      if (newEmail === '' || isOfOtherChange) throw authErrors.linkExpired();
      if (await isFirstLegOfChange(sql, user.id, consumed)) return { kind: 'first-leg' };
      await replaceEmail(sql, user.id, newEmail, { isConfirmed: true, now });
    } else {
      // Somebody else may have signed up with this address and a password of theirs before.
      if (slot === 'recovery' && !isEmailConfirmed(user)) await clearPassword(sql, user.id);
      await confirmEmail(sql, user.id, now);
    }
    if (options.isPkce) {
      const method = flowMethodOf(options.type, slot);
      return { kind: 'code', authCode: await issueAuthCode(sql, user.id, method, now) };
    }
    const session = await openSession(sql, {
      userId: user.id,
      method: 'otp',
      client: options.client,
      now,
    });
    if (session === null) throw authErrors.userOfTokenNotFound();
    return { kind: 'session', session };
  });
}
