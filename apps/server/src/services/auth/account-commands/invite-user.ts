import type { Transaction } from '../../../platform/database/connection.ts';
import type { JsonObject } from '../../../platform/json.ts';
import { OPERATOR, recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import type { LinkOptions } from '../messages/message-request.ts';
import { sendEmailLink } from '../one-time-tokens/token-emails.ts';
import { limitEmails } from '../rate-limits.ts';
import { isEmailConfirmed, type UserRow } from '../accounts/user-row.ts';
import { insertUser, replaceUnconfirmed } from '../accounts/create-user.ts';
import { findUserByEmail, findUserById } from '../accounts/users.ts';

interface UnconfirmedAccount {
  /** Normalized. */
  readonly email: string;
  readonly passwordHash: string | null;
  readonly data: JsonObject;
}

/**
 * The account for an operator's link. It is new, or replaces an unconfirmed one, so that the link never
 * confirms another person's password.
 *
 * @throws AuthError email_exists when the address is confirmed already
 */
export async function openUnconfirmed(
  sql: Transaction,
  { email, passwordHash, data }: UnconfirmedAccount,
  now: Date,
): Promise<UserRow> {
  const known = await findUserByEmail(sql, email);
  const given = { email, passwordHash, userMetadata: data };
  if (known === null) return insertUser(sql, { ...given, isConfirmed: false }, now);
  const user = isEmailConfirmed(known) ? null : await replaceUnconfirmed(sql, known.id, given, now);
  if (user === null) throw authErrors.emailExists();
  return user;
}

/** Records that an invitation opened the account. */
export async function markInvited(sql: Transaction, userId: string, now: Date): Promise<void> {
  await sql`update auth.users set invited_at = ${now} where id = ${userId}`;
}

/** Opens an account and mails a link to it. */
export async function invite(
  auth: AuthContext,
  account: Omit<UnconfirmedAccount, 'passwordHash'>,
  options: LinkOptions,
): Promise<UserRow> {
  const { client } = options;
  await limitEmails(auth.limits, 'signUp', account.email, client);
  return auth.sql.begin(async (sql) => {
    const now = auth.clock.now();
    const user = await openUnconfirmed(sql, { ...account, passwordHash: null }, now);
    await markInvited(sql, user.id, now);
    await sendEmailLink(auth, sql, user, 'invite', options);
    const traits = { user_id: user.id };
    await recordAction(sql, { action: 'user_invited', actor: OPERATOR, traits, client, now });
    return (await findUserById(sql, user.id)) ?? user;
  });
}
