import type { UserRow } from '../accounts/user-row.ts';
import type { AuthContext } from '../auth-context.ts';
import type { Database } from '../database.ts';
import { beginFlow, type FlowMethod } from '../flow-states/flow-states.ts';
import type { LinkOptions } from '../messages/message-request.ts';
import type { AddressChange, MailKind, NoticeKind } from '../messages/mail-templates.ts';
import { occasionOf } from '../messages/occasion.ts';
import type { ClientDetails } from '../client-details.ts';
import { endTokens, issueToken, type TokenSlot } from './one-time-tokens.ts';

type Mailing = Pick<AuthContext, 'config' | 'clock' | 'outbox'>;

interface TokenMail {
  readonly kind: MailKind;
  readonly slot: TokenSlot;
  readonly to: string;
  readonly change?: AddressChange;
}

async function mailToken(
  auth: Mailing,
  sql: Database,
  userId: string,
  mail: TokenMail,
  { redirectTo, challenge }: LinkOptions,
): Promise<void> {
  const { kind, slot, to, change = null } = mail;
  const { id, code, link } = await issueToken(auth, sql, {
    userId,
    kind,
    slot,
    to,
    redirectTo,
    isPkce: challenge !== null,
    newEmail: change?.to,
  });
  await auth.outbox.enqueueMail(sql, { kind, to, code, link, change }, { userId, tokenId: id });
}

/** The purpose of a link or code to an account's own address, and the flow that follows. */
const LINKS = {
  signup: { slot: 'confirmation', method: 'email/signup' },
  invite: { slot: 'confirmation', method: 'invite' },
  magiclink: { slot: 'recovery', method: 'magiclink' },
  recovery: { slot: 'recovery', method: 'recovery' },
  reauthentication: { slot: 'reauthentication', method: null },
} as const;

async function rememberChallenge(
  auth: Mailing,
  sql: Database,
  userId: string,
  method: FlowMethod | null,
  { challenge }: LinkOptions,
): Promise<void> {
  if (challenge === null || method === null) return;
  await beginFlow(sql, { userId, method, challenge, now: auth.clock.now() });
}

/**
 * Mails a link to an account's own address: a confirmation, an invitation, a sign-in, a new password, or the
 * nonce for a password change.
 */
export async function sendLink(
  auth: Mailing,
  sql: Database,
  user: Pick<UserRow, 'id' | 'email'>,
  kind: keyof typeof LINKS,
  options: LinkOptions,
): Promise<void> {
  const { slot, method } = LINKS[kind];
  await mailToken(auth, sql, user.id, { kind, slot, to: user.email ?? '' }, options);
  await rememberChallenge(auth, sql, user.id, method, options);
}

/**
 * Stores the address that a user wants. A new value invalidates confirmations and mails of the former one.
 * The same value keeps them.
 */
export async function setRequestedEmail(
  auth: Mailing,
  sql: Database,
  user: Pick<UserRow, 'id' | 'email_change'>,
  newEmail: string,
): Promise<void> {
  if (user.email_change === newEmail) return;
  await endTokens(sql, user.id, ['email_change_current', 'email_change_new']);
  await sql`
    update auth.users set
      email_change = ${newEmail}, email_change_confirm_status = 0,
      updated_at = ${auth.clock.now()}
    where id = ${user.id}`;
}

/**
 * Asks the current address (if there is one) and the new one for confirmation. The change takes effect when
 * both have confirmed.
 *
 * @param user as read under the lock of the transaction
 */
export async function sendEmailChange(
  auth: Mailing,
  sql: Database,
  user: Pick<UserRow, 'id' | 'email' | 'email_change'>,
  newEmail: string,
  options: LinkOptions,
): Promise<void> {
  const current = user.email === '' ? null : user.email;
  const shared = { kind: 'email_change', change: { from: current, to: newEmail } } as const;
  await setRequestedEmail(auth, sql, user, newEmail);
  await mailToken(
    auth,
    sql,
    user.id,
    { ...shared, slot: 'email_change_new', to: newEmail },
    options,
  );
  if (current !== null) {
    const mail = { ...shared, slot: 'email_change_current', to: current } as const;
    await mailToken(auth, sql, user.id, mail, options);
  }
  await rememberChallenge(auth, sql, user.id, 'email_change', options);
}

interface Happening {
  readonly now: Date;
  /** Null when an administrator caused the event. */
  readonly client: ClientDetails | null;
  readonly change?: AddressChange;
}

/** Notifies the owner of an account about an event, with time and origin. */
export async function sendNotification(
  auth: Pick<AuthContext, 'outbox'>,
  sql: Database,
  kind: NoticeKind,
  user: Pick<UserRow, 'id' | 'email'>,
  { now, client, change }: Happening,
): Promise<void> {
  if (user.email === null || user.email === '') return;
  const occasion = occasionOf(now, client);
  const mail = { kind, to: user.email, change: change ?? null, occasion };
  await auth.outbox.enqueueMail(sql, mail, { userId: user.id });
}
