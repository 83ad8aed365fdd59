import type { UserRow } from '../accounts/user-row.ts';
import type { AuthContext } from '../auth-context.ts';
import type { Database } from '../database.ts';
import type { Recipient } from '../messages/message-request.ts';
import { sendLink } from './token-mails.ts';
import { sendCode } from './token-texts.ts';

const TEXT_SLOTS = {
  signup: 'confirmation',
  magiclink: 'recovery',
  recovery: 'recovery',
  reauthentication: 'reauthentication',
} as const;

/** Sends a link or a code to an account's own address after the commit. */
export async function sendToken(
  auth: Pick<AuthContext, 'config' | 'clock' | 'outbox'>,
  sql: Database,
  user: Pick<UserRow, 'id' | 'email'>,
  kind: keyof typeof TEXT_SLOTS,
  to: Recipient,
): Promise<void> {
  if (to.kind === 'email') return sendLink(auth, sql, user, kind, to);
  const { value: phone, channel } = to;
  return sendCode(auth, sql, user, { slot: TEXT_SLOTS[kind], phone, channel });
}
