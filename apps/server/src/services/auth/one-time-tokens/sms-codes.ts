import type { UserRow } from '../accounts/user-row.ts';
import type { AuthContext } from '../auth-context.ts';
import type { Database } from '../../../platform/database/connection.ts';
import type { SmsChannel } from '../../../platform/sms/sms-gateway.ts';
import { localeOf } from '../messages/locale.ts';
import { authErrors } from '../errors.ts';
import { limitSms } from '../rate-limits.ts';
import type { ClientDetails } from '../client-details.ts';
import { revokeTokens, storeToken, type TokenSlot } from './one-time-tokens.ts';
import { createLinkToken, createOneTimeCode } from './random-tokens.ts';

/**
 * Checks the SMS provider and the rate limits before a code is sent. The result does not depend on whether an
 * account has the number.
 *
 * @throws AuthError phone_provider_disabled, sms_send_failed, over_sms_send_rate_limit
 */
export async function checkSmsSending(
  { sms, config, limits, logger }: Pick<AuthContext, 'sms' | 'config' | 'limits' | 'logger'>,
  phone: string,
  client: ClientDetails,
): Promise<void> {
  if (config.sms.testCodes[phone] === undefined) {
    if (sms === null) throw authErrors.phoneDisabled();
    if (!(await sms.acceptsCredentials())) {
      logger.error('sms: the provider rejected the credentials');
      throw authErrors.smsCredentialsRefused();
    }
  }
  await limitSms(limits, phone, client);
}

type SmsDeps = Pick<AuthContext, 'config' | 'clock' | 'outbox'>;

interface SmsCode {
  readonly slot: TokenSlot;
  /** Without the leading plus. */
  readonly phone: string;
  /** The address of the token. The default is the phone. */
  readonly address?: string;
  readonly channel: SmsChannel;
}

/** Queues a code to a phone. A test number has a fixed code, and no SMS is sent to it. */
export async function sendSmsCode(
  auth: SmsDeps,
  sql: Database,
  user: Pick<UserRow, 'id' | 'raw_user_meta_data'>,
  { slot, phone, channel, address = phone }: SmsCode,
): Promise<void> {
  const { testCodes, expiryS } = auth.config.sms;
  const testCode = testCodes[phone];
  if (testCode !== undefined) await revokeTokens(sql, user.id, [slot]);
  const code = testCode ?? createOneTimeCode();
  const id = await storeToken(auth, sql, {
    userId: user.id,
    slot,
    to: address,
    code,
    linkToken: createLinkToken(false),
    expiryS,
  });
  if (testCode === undefined) {
    const message = { kind: 'text', to: phone, code, channel, locale: localeOf(user) } as const;
    await auth.outbox.enqueueSms(sql, message, { userId: user.id, tokenId: id });
  }
}
