import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import {
  attemptCode,
  attemptNewest,
  type PendingToken,
  type TokenSlot,
} from './one-time-tokens.ts';

/**
 * Finds the pending token of a phone by an entered code. A provider that generates codes itself verifies the
 * code.
 *
 * @param phone without the leading plus
 * @param address the recipient in the code's hash, if it is not the phone
 */
export async function attemptTextedCode(
  { sql, sms, config, clock }: Pick<AuthContext, 'sql' | 'sms' | 'config' | 'clock'>,
  phone: string,
  code: string,
  slots: readonly TokenSlot[],
  address = phone,
): Promise<PendingToken | null> {
  const isTest = config.sms.testCodes[phone] !== undefined;
  const now = clock.now();
  if (sms?.kind !== 'codes' || isTest) return attemptCode(sql, address, code, slots, now);
  const token = await attemptNewest(sql, address, slots, now);
  if (token === null) return null;
  const isRight = await sms.checkCode(`+${phone}`, code).catch((error: unknown) => {
    throw authErrors.smsProviderUnavailable(error);
  });
  return isRight ? token : null;
}
