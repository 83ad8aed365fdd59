import { isCountryCode } from './country-codes.ts';
import { ibanLength, passesIbanCheck } from './iban.ts';

/**
 * Hints for account numbers. They never block a form, because the account numbers of many countries
 * are not IBANs and have no check digits.
 */

const SMALLEST_IBAN = 15;
const LARGEST_IBAN = 34;

function compact(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** Whether the text starts like an IBAN: two letters, two digits and more. */
function looksLikeIban(typed: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(compact(typed)) && compact(typed).length >= 8;
}

/** Whether the text is an IBAN with the length of its country and valid check digits. */
export function isIban(typed: string): boolean {
  const iban = compact(typed);
  const expectedLength = ibanLength(iban.slice(0, 2));
  if (
    !looksLikeIban(iban) ||
    iban.length < SMALLEST_IBAN ||
    iban.length > LARGEST_IBAN ||
    (expectedLength !== undefined && iban.length !== expectedLength)
  ) {
    return false;
  }
  return passesIbanCheck(iban);
}

const SWIFT_CODE = /^[A-Z]{4}(?<country>[A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** Whether the text is a SWIFT/BIC code: bank, an existing country, location and optionally a branch. */
export function isSwiftCode(typed: string): boolean {
  const country = SWIFT_CODE.exec(compact(typed))?.groups?.country;
  return country !== undefined && isCountryCode(country);
}

/** What is known of an account number. Null if it is not an IBAN. */
export function judgeAccountNumber(typed: string): 'valid-iban' | 'invalid-iban' | null {
  if (!looksLikeIban(typed)) return null;
  return isIban(typed) ? 'valid-iban' : 'invalid-iban';
}

/** What is known of a SWIFT/BIC code. Null for an empty field. */
export function judgeSwiftCode(
  typed: string,
): 'valid' | 'unknown-country' | 'invalid-format' | null {
  if (compact(typed) === '') return null;
  if (isSwiftCode(typed)) return 'valid';
  return SWIFT_CODE.test(compact(typed)) ? 'unknown-country' : 'invalid-format';
}
