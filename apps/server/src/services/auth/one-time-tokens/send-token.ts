import type { UserRow } from '../accounts/user-row.ts';
import type { AuthContext } from '../auth-context.ts';
import type { Database } from '../../../platform/database/connection.ts';
import type { Recipient } from '../messages/message-request.ts';
import { sendEmailLink } from './token-emails.ts';
import { sendSmsCode } from './sms-codes.ts';

const SMS_SLOTS = {
  signup: 'confirmation',
  magiclink: 'recovery',
  recovery: 'recovery',
  reauthentication: 'reauthentication',
} as const;

/** Queues a link or a code to an account's current address. */
export async function sendToken(
  auth: Pick<AuthContext, 'config' | 'clock' | 'outbox'>,
  sql: Database,
  user: Pick<UserRow, 'id' | 'email' | 'raw_user_meta_data'>,
  kind: keyof typeof SMS_SLOTS,
  to: Recipient,
): Promise<void> {
  if (to.kind === 'email') return sendEmailLink(auth, sql, user, kind, to);
  const { value: phone, channel } = to;
  return sendSmsCode(auth, sql, user, { slot: SMS_SLOTS[kind], phone, channel });
}
