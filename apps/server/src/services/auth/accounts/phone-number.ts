import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { authErrors } from '../errors.ts';

/**
 * A number in E.164 without its plus, as it is stored and compared. The check is that of Supabase Auth.
 *
 * @throws AuthError validation_failed
 */
export function parsePhone(text: string): string {
  const number = text.replaceAll(/\s/g, '').replace(/^\+/, '');
  if (!/^[1-9]\d{1,14}$/.test(number)) throw authErrors.phoneInvalid();
  return number;
}

/**
 * A number that is assigned in its country, because an SMS to it costs money.
 *
 * @throws AuthError validation_failed
 */
export function parseAssignedPhone(text: string): string {
  const number = parsePhone(text);
  const assigned = parsePhoneNumberFromString(`+${number}`);
  if (assigned?.isValid() !== true) throw authErrors.phoneInvalid();
  return assigned.number.slice(1);
}
