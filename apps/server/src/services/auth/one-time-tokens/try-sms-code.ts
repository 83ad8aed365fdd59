import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import {
  attemptCode,
  tryNewestToken,
  type PendingToken,
  type TokenSlot,
} from './one-time-tokens.ts';

/**
 * Finds the pending token of a phone by its code. A provider that generates the codes verifies the code.
 *
 * @param phone without the leading plus
 * @param address the address of the token, if it is not the phone
 */
export async function trySmsCode(
  { sql, sms, config, clock }: Pick<AuthContext, 'sql' | 'sms' | 'config' | 'clock'>,
  phone: string,
  code: string,
  slots: readonly TokenSlot[],
  address = phone,
): Promise<PendingToken | null> {
  const isTest = config.sms.testCodes[phone] !== undefined;
  const now = clock.now();
  if (sms?.kind !== 'codes' || isTest) return attemptCode(sql, address, code, slots, now);
  const token = await tryNewestToken(sql, address, slots, now);
  if (token === null) return null;
  const isValid = await sms.checkCode(`+${phone}`, code).catch((error: unknown) => {
    throw authErrors.smsProviderUnavailable(error);
  });
  return isValid ? token : null;
}
