import type { UserRow } from '../accounts/user-row.ts';
import type { AuthContext } from '../auth-context.ts';
import { beginFlow } from '../flow-states/flow-states.ts';
import type { LinkRequest } from './email-confirmation.ts';
import { sendTokenMails, type TokenMail } from './token-mails.ts';

/** Remembers the address that a user wants; agreements to another one no longer count. */
export async function setRequestedEmail(
  auth: AuthContext,
  userId: string,
  newEmail: string,
): Promise<void> {
  await auth.sql`
    update auth.users set
      email_change = ${newEmail}, email_change_confirm_status = 0,
      updated_at = ${auth.clock.now()}
    where id = ${userId}`;
}

/**
 * Asks both addresses, the present one (if there is one) and the new one, to
 * agree. The change happens when the last of them did.
 *
 * @throws AuthError over_email_send_rate_limit; unexpected_failure when the mail host refuses
 */
export async function requestEmailChange(
  auth: AuthContext,
  user: UserRow,
  newEmail: string,
  { client, redirectTo, challenge }: LinkRequest,
): Promise<void> {
  const shared = { kind: 'email_change', redirectTo, isPkce: challenge !== null } as const;
  const mails: [TokenMail, ...TokenMail[]] = [
    { ...shared, slot: 'email_change_new', to: newEmail },
  ];
  if (user.email !== null && user.email !== '') {
    mails.push({ ...shared, slot: 'email_change_current', to: user.email });
  }
  await sendTokenMails(auth, client, user, mails, async () => {
    await setRequestedEmail(auth, user.id, newEmail);
    if (challenge === null) return;
    const now = auth.clock.now();
    await beginFlow(auth.sql, { userId: user.id, method: 'email_change', challenge, now });
  });
}
