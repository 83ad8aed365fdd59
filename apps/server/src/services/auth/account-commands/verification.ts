import type { Transaction } from '../../../platform/database/connection.ts';
import { isBanned, isEmailConfirmed, type UserRow } from '../accounts/user-row.ts';
import {
  clearPassword,
  confirmEmail,
  confirmPhone,
  replaceEmail,
  replacePhone,
} from '../accounts/update-user.ts';
import { lockUser } from '../accounts/users.ts';
import { UNKNOWN_ACTOR, recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { issueAuthCode, type FlowMethod } from '../flow-states/flow-states.ts';
import type { ClientDetails } from '../client-details.ts';
import type { OpenSession } from '../sessions/sessions.ts';
import { signIn } from '../sessions/sign-in.ts';
import { limitRequests } from '../rate-limits.ts';
import {
  consumeToken,
  findLinkToken,
  attemptCode,
  type PendingToken,
  type TokenSlot,
} from '../one-time-tokens/one-time-tokens.ts';
import { trySmsCode } from '../one-time-tokens/try-sms-code.ts';
import { sendNotice } from '../one-time-tokens/token-emails.ts';

/** The kinds of verification by mail, and the columns of their pending tokens. */
const SLOTS = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  recovery: ['recovery'],
  magiclink: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_current', 'email_change_new'],
} as const satisfies Record<string, readonly TokenSlot[]>;

/** The kinds of verification by SMS, and the columns of their pending tokens. */
const PHONE_SLOTS = {
  sms: ['confirmation', 'recovery'],
  phone_change: ['phone_change'],
} as const satisfies Record<string, readonly TokenSlot[]>;

type VerificationType = keyof typeof SLOTS;
type PhoneVerificationType = keyof typeof PHONE_SLOTS;

export function isPhoneVerificationType(type: string): type is PhoneVerificationType {
  return Object.hasOwn(PHONE_SLOTS, type);
}

export function isVerificationType(type: string): type is VerificationType {
  return Object.hasOwn(SLOTS, type);
}

/** The result of a token: a session, a code to exchange, or the first confirmation of an email change. */
export type Verified =
  | { readonly kind: 'session'; readonly session: OpenSession }
  | { readonly kind: 'code'; readonly authCode: string }
  | { readonly kind: 'first-leg' };

export const FIRST_CONFIRMATION_MESSAGE =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

export interface Verification<Type = VerificationType> {
  readonly type: Type;
  readonly client: ClientDetails;
}

/** Which of the two addresses of an email change is confirmed, as in `email_change_confirm_status`. */
const CONFIRM_STATUS = { email_change_current: 1, email_change_new: 2 } as const;

/** The method that was stored with the challenge when the mail was sent. */
function flowMethodOf(type: VerificationType, slot: TokenSlot): FlowMethod {
  if (type === 'email') return slot === 'confirmation' ? 'email/signup' : 'magiclink';
  return type === 'signup' ? 'email/signup' : type;
}

/** Confirms the number that received a code. */
async function confirmNumber(
  auth: AuthContext,
  sql: Transaction,
  user: UserRow,
  token: PendingToken,
  client: ClientDetails,
): Promise<void> {
  const now = auth.clock.now();
  if (token.slot !== 'phone_change') {
    if (token.address !== user.phone) throw authErrors.otpExpired();
    // Another person may have signed up with this number and a password before.
    if (token.slot === 'recovery' && user.phone_confirmed_at === null) {
      await clearPassword(sql, user.id);
    }
    await confirmPhone(sql, user.id, now);
    return;
  }
  if (token.address !== user.phone_change) throw authErrors.otpExpired();
  await replacePhone(sql, user.id, token.address, { isConfirmed: true, now });
  await sendNotice(auth, sql, 'phone_changed', user, { now, client });
  await recordAction(sql, { action: 'user_phone_changed', actor: user, client, now });
}

/**
 * Records the confirmation of one of the two addresses.
 *
 * @returns true when both are confirmed and the address is changed
 */
async function confirmEmailChange(
  auth: AuthContext,
  sql: Transaction,
  user: UserRow,
  token: PendingToken,
  slot: keyof typeof CONFIRM_STATUS,
  client: ClientDetails,
): Promise<boolean> {
  const current = user.email === '' ? null : user.email;
  const newEmail = token.new_email;
  const isStale = slot === 'email_change_current' && token.address !== current;
  if (newEmail === null || newEmail !== user.email_change || isStale) {
    throw authErrors.linkExpired();
  }
  const other = slot === 'email_change_current' ? 'email_change_new' : 'email_change_current';
  if (current !== null && user.email_change_confirm_status !== CONFIRM_STATUS[other]) {
    await sql`
      update auth.users set email_change_confirm_status = ${CONFIRM_STATUS[slot]} where id = ${user.id}`;
    return false;
  }
  const now = auth.clock.now();
  await replaceEmail(sql, user.id, newEmail, { isConfirmed: true, now });
  const change = { from: current, to: newEmail };
  await sendNotice(auth, sql, 'email_changed', user, { now, client, change });
  await recordAction(sql, { action: 'user_email_changed', actor: user, client, now });
  return true;
}

/**
 * Applies an unused token, with its account locked: confirms its address and signs the owner in.
 *
 * @throws AuthError otp_expired, user_banned, email_exists, flow_state_not_found
 */
async function applyToken(
  auth: AuthContext,
  token: PendingToken,
  { type, client }: Verification<VerificationType | PhoneVerificationType>,
  isPkce: boolean,
): Promise<Verified> {
  const { slot } = token;
  const now = auth.clock.now();
  const verified = await auth.sql.begin<Verified>(async (sql) => {
    const user = await lockUser(sql, token.user_id);
    if (user === null) throw authErrors.linkExpired();
    if (isBanned(user, now)) throw authErrors.userOfTokenBanned();
    if (!(await consumeToken(sql, token))) throw authErrors.linkExpired();
    if (isPhoneVerificationType(type)) {
      await confirmNumber(auth, sql, user, token, client);
    } else if (slot === 'email_change_current' || slot === 'email_change_new') {
      const isChanged = await confirmEmailChange(auth, sql, user, token, slot, client);
      if (!isChanged) return { kind: 'first-leg' };
    } else {
      // Another person may have signed up with this address and a password before.
      if (slot === 'recovery' && !isEmailConfirmed(user)) await clearPassword(sql, user.id);
      await confirmEmail(sql, user.id, now);
    }
    if (isPkce && isVerificationType(type)) {
      const method = flowMethodOf(type, slot);
      return { kind: 'code', authCode: await issueAuthCode(sql, user.id, method, now) };
    }
    const session = await signIn(auth, sql, { userId: user.id, method: 'otp', client, now });
    return { kind: 'session', session };
  });
  // The owner of the address may request the next mail at once.
  await (isPhoneVerificationType(type)
    ? auth.limits.smsFrequency.clear(token.address)
    : auth.limits.emailFrequency.signUp.clear(token.address));
  return verified;
}

/**
 * Applies the token of a link.
 *
 * @throws AuthError otp_expired without a token, and the errors of `applyToken`
 */
async function applyTokenOrFail(
  auth: AuthContext,
  token: PendingToken | null,
  method: 'link' | 'otp' | 'sms',
  verification: Verification<VerificationType | PhoneVerificationType>,
  isPkce = false,
): Promise<Verified> {
  if (token !== null) return applyToken(auth, token, verification, isPkce);
  const { client } = verification;
  const now = auth.clock.now();
  // The entry names no user, because the owner of the code is unknown.
  const act = {
    action: 'login_failed',
    actor: UNKNOWN_ACTOR,
    traits: { method },
    client,
    now,
  } as const;
  await recordAction(auth.sql, act);
  throw method === 'link' ? authErrors.linkExpired() : authErrors.otpExpired();
}

/** @throws AuthError otp_expired and the errors of `applyToken` */
export async function verifyLink(
  auth: AuthContext,
  linkToken: string,
  verification: Verification,
  isPkce: boolean,
): Promise<Verified> {
  const slots = SLOTS[verification.type];
  const token = await findLinkToken(auth.sql, linkToken, slots, auth.clock.now());
  return applyTokenOrFail(auth, token, 'link', verification, isPkce);
}

/** @throws AuthError otp_expired, over_request_rate_limit and the errors of `applyToken` */
export async function verifyCode(
  auth: AuthContext,
  email: string,
  code: string,
  verification: Verification,
): Promise<Verified> {
  await limitRequests(auth.limits.codeGuesses, email);
  const slots = SLOTS[verification.type];
  const token = await attemptCode(auth.sql, email, code, slots, auth.clock.now());
  return applyTokenOrFail(auth, token, 'otp', verification);
}

/**
 * @param phone without the leading plus
 * @throws AuthError otp_expired, over_request_rate_limit and the errors of `applyToken`
 */
export async function verifyPhoneCode(
  auth: AuthContext,
  phone: string,
  code: string,
  verification: Verification<PhoneVerificationType>,
): Promise<Verified> {
  await limitRequests(auth.limits.codeGuesses, phone);
  const token = await trySmsCode(auth, phone, code, PHONE_SLOTS[verification.type]);
  return applyTokenOrFail(auth, token, 'sms', verification);
}
