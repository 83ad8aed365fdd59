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

/** The hint for an account number, or null. */
export function accountNumberHint(typed: string): string | null {
  if (!looksLikeIban(typed)) {
    return null;
  }
  return isIban(typed)
    ? 'This IBAN looks right.'
    : 'This looks like an IBAN, but its check digits or length are wrong. Please check it.';
}

/** The hint for a SWIFT/BIC code, or null for an empty field. */
export function swiftCodeHint(typed: string): string | null {
  if (compact(typed) === '') {
    return null;
  }
  if (isSwiftCode(typed)) {
    return 'This SWIFT/BIC code looks right.';
  }
  return SWIFT_CODE.test(compact(typed))
    ? 'The fifth and sixth letters of a SWIFT/BIC code must be a country code. Please check it.'
    : 'A SWIFT/BIC code has 8 or 11 letters and digits. Please check it.';
}
