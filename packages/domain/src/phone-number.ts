import { passesLuhn } from './card-number.ts';

const PHONE_CHARACTERS = /^\+?[0-9 ()./-]{4,29}$/;
/** Card numbers of 14 and 15 digits; longer ones are too long for a phone number anyway. */
const SHORT_CARD_NUMBER = /^(?:3[47]\d{13}|3[0689]\d{12})$/;

/**
 * Whether the text can be a phone number to recharge: 4 to 15 digits and the usual marks, and not a
 * card number typed into the wrong field. The database (private.recharge_phone_number) asks the same.
 */
export function isPhoneNumber(typed: string): boolean {
  const digits = typed.replace(/\D/g, '');
  return (
    PHONE_CHARACTERS.test(typed.trim()) &&
    digits.length >= 4 &&
    digits.length <= 15 &&
    !(SHORT_CARD_NUMBER.test(digits) && passesLuhn(digits))
  );
}
