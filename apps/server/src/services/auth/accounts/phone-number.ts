import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { authErrors } from '../errors.ts';

/**
 * A number as it is stored and compared: E.164 without its plus. Checked no further than Supabase
 * Auth checks it.
 *
 * @throws AuthError validation_failed
 */
export function parsePhone(text: string): string {
  const number = text.replaceAll(/\s/g, '').replace(/^\+/, '');
  if (!/^[1-9]\d{1,14}$/.test(number)) throw authErrors.phoneInvalid();
  return number;
}

/**
 * The same for a number that a text costs money to reach and that only our own pages ask for: one
 * that its country assigns.
 *
 * @throws AuthError validation_failed
 */
export function parseAssignedPhone(text: string): string {
  const number = parsePhone(text);
  const assigned = parsePhoneNumberFromString(`+${number}`);
  if (assigned?.isValid() !== true) throw authErrors.phoneInvalid();
  return assigned.number.slice(1);
}
