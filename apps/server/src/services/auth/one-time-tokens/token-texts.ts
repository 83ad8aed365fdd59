import type { UserRow } from '../accounts/user-row.ts';
import type { AuthContext } from '../auth-context.ts';
import type { Database } from '../database.ts';
import type { SmsChannel } from '../../../platform/sms/sms-gateway.ts';
import { authErrors } from '../errors.ts';
import { limitTexts } from '../rate-limits.ts';
import type { ClientDetails } from '../client-details.ts';
import { endTokens, storeToken, type TokenSlot } from './one-time-tokens.ts';
import { createLinkToken, createOneTimeCode } from './random-tokens.ts';

/**
 * Counts a code to a phone after a check of the provider. Neither depends on whether an account has the
 * number.
 *
 * @throws AuthError phone_provider_disabled, sms_send_failed, over_sms_send_rate_limit
 */
export async function limitCodes(
  { sms, config, limits, logger }: Pick<AuthContext, 'sms' | 'config' | 'limits' | 'logger'>,
  phone: string,
  client: ClientDetails,
): Promise<void> {
  if (config.sms.testCodes[phone] === undefined) {
    if (sms === null) throw authErrors.phoneDisabled();
    if (!(await sms.acceptsCredentials())) {
      logger.error('sms: provider rejected the credentials');
      throw authErrors.smsCredentialsRefused();
    }
  }
  await limitTexts(limits, phone, client);
}

type Texting = Pick<AuthContext, 'config' | 'clock' | 'outbox'>;

interface CodeText {
  readonly slot: TokenSlot;
  /** Without the leading plus. */
  readonly phone: string;
  /** The recipient in the code's hash. By default, the phone. */
  readonly address?: string;
  readonly channel: SmsChannel;
}

/** Sends a code to a phone after the commit. A test number has a fixed code and receives nothing. */
export async function sendCode(
  auth: Texting,
  sql: Database,
  user: Pick<UserRow, 'id'>,
  { slot, phone, channel, address = phone }: CodeText,
): Promise<void> {
  const { testCodes, expiryS } = auth.config.sms;
  const testCode = testCodes[phone];
  if (testCode !== undefined) await endTokens(sql, user.id, [slot]);
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
    const text = { kind: 'text', to: phone, code, channel } as const;
    await auth.outbox.enqueueText(sql, text, { userId: user.id, tokenId: id });
  }
}
