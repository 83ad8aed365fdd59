import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { authErrors } from '../errors.ts';

/**
 * A number as it is stored and compared: E.164 without its plus, as Supabase
 * Auth has it.
 *
 * @throws AuthError validation_failed
 */
export function parsePhone(text: string): string {
  const trimmed = text.trim();
  const number = parsePhoneNumberFromString(trimmed.startsWith('+') ? trimmed : `+${trimmed}`);
  if (number?.isValid() !== true || number.ext !== undefined) {
    throw authErrors.validationFailed('Invalid phone number format (E.164 required)');
  }
  return number.number.slice(1);
}
