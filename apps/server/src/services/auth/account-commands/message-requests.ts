import type { Transaction } from '../../../platform/database/connection.ts';
import { isAddressConfirmed, lockUserByAddress } from '../accounts/address.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { lockUser } from '../accounts/users.ts';
import { recordAction, type AuditAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import type { MessageRequest, Recipient } from '../messages/message-request.ts';
import { sendToken } from '../one-time-tokens/send-token.ts';
import { sendEmailChange } from '../one-time-tokens/token-emails.ts';
import { checkSmsSending, sendSmsCode } from '../one-time-tokens/sms-codes.ts';
import { limitEmails, limitSms, type EmailCategory } from '../rate-limits.ts';
import { findOrCreateSignInAccount, validateNewAccount } from './sign-in-account.ts';

type Purpose = MessageRequest['purpose'];
type MessageDeps = Pick<AuthContext, 'config' | 'clock' | 'outbox'>;

const EMAIL_CATEGORIES: Readonly<Record<Purpose, EmailCategory>> = {
  recovery: 'recovery',
  'sign-in': 'signUp',
  confirmation: 'signUp',
  'address-change': 'emailChange',
};

function checkRateLimit(auth: AuthContext, { purpose, to }: MessageRequest): Promise<void> {
  if (to.kind === 'email') {
    return limitEmails(auth.limits, EMAIL_CATEGORIES[purpose], to.value, to.client);
  }
  // A repeated request may send no SMS, so an unavailable provider is not an error.
  return purpose === 'sign-in'
    ? checkSmsSending(auth, to.value, to.client)
    : limitSms(auth.limits, to.value, to.client);
}

/**
 * Accepts a request for a message without reading the account of the address. Neither the response nor its
 * time depends on whether an account has the address.
 *
 * @throws AuthError over_email_send_rate_limit, over_sms_send_rate_limit, sms_send_failed, validation_failed
 *   with the message of a trigger
 */
export async function acceptMessageRequest(
  auth: AuthContext,
  request: MessageRequest,
): Promise<void> {
  await checkRateLimit(auth, request);
  await validateNewAccount(auth, request.to, request.newAccount);
  await auth.sql.begin((sql) => auth.outbox.enqueueRequest(sql, request));
}

/** The user with a pending change to a number. The newest change wins, because the owner of the number receives the code. */
async function lockUserByPhoneChange(sql: Transaction, phone: string): Promise<UserRow | null> {
  const [found] = await sql<{ id: string }[]>`
    select id from auth.users where phone_change = ${phone} and deleted_at is null
    order by phone_change_sent_at desc nulls last limit 1`;
  return found === undefined ? null : lockUser(sql, found.id);
}

/** Sends the messages of a pending change again. A mail names the current address, an SMS the new number. */
async function resendChange(auth: MessageDeps, sql: Transaction, to: Recipient): Promise<void> {
  const record = (actor: UserRow, action: AuditAction) =>
    recordAction(sql, { action, actor, client: to.client, now: auth.clock.now() });
  if (to.kind === 'phone') {
    const user = await lockUserByPhoneChange(sql, to.value);
    if (user === null) return;
    const { value: phone, channel } = to;
    await sendSmsCode(auth, sql, user, { slot: 'phone_change', phone, channel });
    await record(user, 'user_phone_change_requested');
    return;
  }
  const user = await lockUserByAddress(sql, to);
  const newEmail = user?.email_change ?? '';
  if (user === null || newEmail === '') return;
  await sendEmailChange(auth, sql, user, newEmail, to);
  await record(user, 'user_email_change_requested');
}

/** Sends a link or a code to an account's own address. */
async function send(
  auth: MessageDeps,
  sql: Transaction,
  user: UserRow,
  to: Recipient,
  kind: 'signup' | 'magiclink' | 'recovery',
): Promise<void> {
  await sendToken(auth, sql, user, kind, to);
  const action = kind === 'signup' ? 'user_confirmation_requested' : 'user_recovery_requested';
  await recordAction(sql, { action, actor: user, client: to.client, now: auth.clock.now() });
}

/** Sends the requested message when there is an account for it. */
export async function processMessageRequest(
  auth: MessageDeps,
  sql: Transaction,
  { purpose, to, newAccount }: MessageRequest,
): Promise<void> {
  if (purpose === 'address-change') return resendChange(auth, sql, to);
  const known = await lockUserByAddress(sql, to);
  if (purpose === 'sign-in') {
    const { client } = to;
    const user = await findOrCreateSignInAccount(auth, sql, known, to, { newAccount, client });
    if (user === null) return;
    const confirms = to.kind === 'email' && newAccount !== null && !isAddressConfirmed(user, to);
    await send(auth, sql, user, to, confirms ? 'signup' : 'magiclink');
  } else if (known !== null && purpose === 'recovery') {
    await send(auth, sql, known, to, 'recovery');
  } else if (known !== null && !isAddressConfirmed(known, to)) {
    await send(auth, sql, known, to, 'signup');
  }
}
