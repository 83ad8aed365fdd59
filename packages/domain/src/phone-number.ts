import { containsCardNumber } from './card-number.ts';

const PHONE_CHARACTERS = /^\+?[0-9 ()./-]{4,29}$/;

/**
 * Whether the text can be a phone number to recharge: 4 to 15 digits and the usual marks, and not a
 * card number in the wrong field. The database has the same rule (private.recharge_phone_number).
 */
export function isPhoneNumber(typed: string): boolean {
  const digits = typed.replace(/\D/g, '');
  return (
    PHONE_CHARACTERS.test(typed.trim()) &&
    digits.length >= 4 &&
    digits.length <= 15 &&
    !containsCardNumber(typed)
  );
}
