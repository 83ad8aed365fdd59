import type postgres from 'postgres';
import { recordAct, type AuditAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import type { LinkRequest } from '../messages/link-request.ts';
import { mailEmailChange, mailLink } from '../one-time-tokens/token-mails.ts';
import { limitMails, type MailFamily } from '../rate-limits.ts';
import { accountToSignInTo, rehearseAccount } from './account-to-sign-in-to.ts';
import { lockUserByAddress, type Address } from '../accounts/address.ts';
import { isEmailConfirmed, type UserRow } from '../accounts/user-row.ts';

const FAMILIES: Readonly<Record<LinkRequest['purpose'], MailFamily>> = {
  recovery: 'recovery',
  'sign-in': 'signUp',
  confirmation: 'signUp',
  'email-change': 'emailChange',
};

/**
 * Takes a request for a mail without looking whether someone has the address: neither the answer nor
 * its time can depend on it.
 *
 * @throws AuthError over_email_send_rate_limit, validation_failed in the words of a trigger
 */
export async function acceptLinkRequest(auth: AuthContext, request: LinkRequest): Promise<void> {
  const { purpose, email, options } = request;
  await limitMails(auth.limits, FAMILIES[purpose], email, options.client);
  await rehearseAccount(auth, { kind: 'email', value: email }, request.newAccount);
  await auth.sql.begin((sql) => auth.outbox.postRequest(sql, request));
}

/** Mails what was asked for, if there is an account that it can be mailed to. */
export async function fulfilLinkRequest(
  auth: Pick<AuthContext, 'config' | 'clock' | 'outbox'>,
  sql: postgres.TransactionSql,
  request: LinkRequest,
): Promise<void> {
  const { purpose, email, newAccount, options } = request;
  const { client } = options;
  const address: Address = { kind: 'email', value: email };
  const known = await lockUserByAddress(sql, address);
  const record = (actor: UserRow, action: AuditAction) =>
    recordAct(sql, { action, actor, client, now: auth.clock.now() });
  const send = async (user: UserRow, kind: 'signup' | 'magiclink' | 'recovery'): Promise<void> => {
    await mailLink(auth, sql, user, kind, options);
    await record(
      user,
      kind === 'signup' ? 'user_confirmation_requested' : 'user_recovery_requested',
    );
  };

  if (purpose === 'sign-in') {
    const user = await accountToSignInTo(auth, sql, known, address, { newAccount, client });
    if (user === null) return;
    await send(user, isEmailConfirmed(user) || newAccount === null ? 'magiclink' : 'signup');
  } else if (known === null) {
    return;
  } else if (purpose === 'recovery') {
    await send(known, 'recovery');
  } else if (purpose === 'confirmation' && !isEmailConfirmed(known)) {
    await send(known, 'signup');
  } else if (purpose === 'email-change' && (known.email_change ?? '') !== '') {
    await mailEmailChange(auth, sql, known, known.email_change ?? '', options);
    await record(known, 'user_email_change_requested');
  }
}
