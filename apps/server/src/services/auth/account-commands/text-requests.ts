import type postgres from 'postgres';
import { recordAct, type AuditAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import type { TextRequest } from '../messages/text-request.ts';
import { admitText, textCode } from '../one-time-tokens/token-texts.ts';
import { limitTexts } from '../rate-limits.ts';
import { accountToSignInTo, rehearseAccount } from './account-to-sign-in-to.ts';
import { lockUserByAddress, type Address } from '../accounts/address.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { lockUser } from '../accounts/users.ts';

/**
 * Takes a request for a code without looking whether someone has the number, as for mail.
 *
 * @throws AuthError over_sms_send_rate_limit, sms_send_failed, validation_failed in the
 *   words of a trigger
 */
export async function acceptTextRequest(auth: AuthContext, request: TextRequest): Promise<void> {
  const { purpose, phone, client } = request;
  // What is sent again may be nothing, which is not answered with a failure to send.
  await (purpose === 'sign-in'
    ? admitText(auth, phone, client)
    : limitTexts(auth.limits, phone, client));
  await rehearseAccount(auth, { kind: 'phone', value: phone }, request.newAccount);
  await auth.sql.begin((sql) => auth.outbox.postRequest(sql, request));
}

/** The user with a pending change to a number. The newest change wins, because the owner of the number receives the code. */
async function findByPhoneChange(
  sql: postgres.TransactionSql,
  phone: string,
): Promise<UserRow | null> {
  const [found] = await sql<{ id: string }[]>`
    select id from auth.users where phone_change = ${phone} and deleted_at is null
    order by phone_change_sent_at desc nulls last limit 1`;
  return found === undefined ? null : lockUser(sql, found.id);
}

/** Sends the code that was asked for, if there is an account that it can be sent to. */
export async function fulfilTextRequest(
  auth: Pick<AuthContext, 'config' | 'clock' | 'outbox'>,
  sql: postgres.TransactionSql,
  request: TextRequest,
): Promise<void> {
  const { purpose, phone, channel, client } = request;
  const send = async (
    user: UserRow,
    slot: 'confirmation' | 'recovery' | 'phone_change',
    action: AuditAction,
  ): Promise<void> => {
    await textCode(auth, sql, user, { slot, phone, channel });
    await recordAct(sql, { action, actor: user, client, now: auth.clock.now() });
  };
  if (purpose === 'phone-change') {
    const user = await findByPhoneChange(sql, phone);
    if (user !== null) await send(user, 'phone_change', 'user_phone_change_requested');
    return;
  }
  const address: Address = { kind: 'phone', value: phone };
  const known = await lockUserByAddress(sql, address);
  if (purpose === 'confirmation') {
    if (known?.phone_confirmed_at === null) {
      await send(known, 'confirmation', 'user_confirmation_requested');
    }
    return;
  }
  const user = await accountToSignInTo(auth, sql, known, address, request);
  if (user !== null) await send(user, 'recovery', 'user_recovery_requested');
}
