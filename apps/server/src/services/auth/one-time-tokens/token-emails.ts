import type { UserRow } from '../accounts/user-row.ts';
import type { AuthContext } from '../auth-context.ts';
import type { Database } from '../../../platform/database/connection.ts';
import { beginFlow, type FlowMethod } from '../flow-states/flow-states.ts';
import { localeOf } from '../messages/locale.ts';
import type { LinkOptions } from '../messages/message-request.ts';
import type { AddressChange, MailKind, NoticeKind } from '../messages/mail-templates.ts';
import { occasionOf } from '../messages/occasion.ts';
import type { ClientDetails } from '../client-details.ts';
import { revokeTokens, issueToken, type TokenSlot } from './one-time-tokens.ts';

type TokenDeps = Pick<AuthContext, 'config' | 'clock' | 'outbox'>;

/** The user whose address and language an email has. */
type MailRecipient = Pick<UserRow, 'id' | 'email' | 'raw_user_meta_data'>;

interface TokenMail {
  readonly kind: MailKind;
  readonly slot: TokenSlot;
  readonly to: string;
  readonly change?: AddressChange;
}

async function sendEmailToken(
  auth: TokenDeps,
  sql: Database,
  user: MailRecipient,
  mail: TokenMail,
  { redirectTo, challenge }: LinkOptions,
): Promise<void> {
  const { kind, slot, to, change = null } = mail;
  const { id, code, link } = await issueToken(auth, sql, {
    userId: user.id,
    kind,
    slot,
    to,
    redirectTo,
    isPkce: challenge !== null,
    newEmail: change?.to,
  });
  const email = { kind, to, code, link, change, locale: localeOf(user) };
  await auth.outbox.enqueueEmail(sql, email, { userId: user.id, tokenId: id });
}

/** The slot of each kind of email, and the flow that exchanges its auth code. */
const LINKS = {
  signup: { slot: 'confirmation', method: 'email/signup' },
  invite: { slot: 'confirmation', method: 'invite' },
  magiclink: { slot: 'recovery', method: 'magiclink' },
  recovery: { slot: 'recovery', method: 'recovery' },
  reauthentication: { slot: 'reauthentication', method: null },
} as const;

async function storeChallenge(
  auth: TokenDeps,
  sql: Database,
  userId: string,
  method: FlowMethod | null,
  { challenge }: LinkOptions,
): Promise<void> {
  if (challenge === null || method === null) return;
  await beginFlow(sql, { userId, method, challenge, now: auth.clock.now() });
}

/** Queues an email with a link and a code to the account's current address. */
export async function sendEmailLink(
  auth: TokenDeps,
  sql: Database,
  user: MailRecipient,
  kind: keyof typeof LINKS,
  options: LinkOptions,
): Promise<void> {
  const { slot, method } = LINKS[kind];
  await sendEmailToken(auth, sql, user, { kind, slot, to: user.email ?? '' }, options);
  await storeChallenge(auth, sql, user.id, method, options);
}

/**
 * Stores the new address of an email change. Confirmations and links of a change to another address are
 * revoked. A repeated request for the same address keeps them.
 */
export async function setRequestedEmail(
  auth: TokenDeps,
  sql: Database,
  user: Pick<UserRow, 'id' | 'email_change'>,
  newEmail: string,
): Promise<void> {
  if (user.email_change === newEmail) return;
  await revokeTokens(sql, user.id, ['email_change_current', 'email_change_new']);
  await sql`
    update auth.users set
      email_change = ${newEmail}, email_change_confirm_status = 0,
      updated_at = ${auth.clock.now()}
    where id = ${user.id}`;
}

/**
 * Queues the emails that confirm an email change: one to the new address, and one to the current address if
 * there is one. The change takes effect when all of them are confirmed.
 *
 * @param user locked in the transaction
 */
export async function sendEmailChange(
  auth: TokenDeps,
  sql: Database,
  user: MailRecipient & Pick<UserRow, 'email_change'>,
  newEmail: string,
  options: LinkOptions,
): Promise<void> {
  const current = user.email === '' ? null : user.email;
  const shared = { kind: 'email_change', change: { from: current, to: newEmail } } as const;
  await setRequestedEmail(auth, sql, user, newEmail);
  await sendEmailToken(
    auth,
    sql,
    user,
    { ...shared, slot: 'email_change_new', to: newEmail },
    options,
  );
  if (current !== null) {
    const mail = { ...shared, slot: 'email_change_current', to: current } as const;
    await sendEmailToken(auth, sql, user, mail, options);
  }
  await storeChallenge(auth, sql, user.id, 'email_change', options);
}

interface NoticeOptions {
  readonly now: Date;
  /** Null when an administrator made the change. */
  readonly client: ClientDetails | null;
  readonly change?: AddressChange;
}

/** Queues an email that notifies the owner of a change, with the time, device and network. */
export async function sendNotice(
  auth: Pick<AuthContext, 'outbox'>,
  sql: Database,
  kind: NoticeKind,
  user: MailRecipient,
  { now, client, change }: NoticeOptions,
): Promise<void> {
  if (user.email === null || user.email === '') return;
  const occasion = occasionOf(now, client);
  const mail = { kind, to: user.email, change: change ?? null, occasion, locale: localeOf(user) };
  await auth.outbox.enqueueEmail(sql, mail, { userId: user.id });
}
