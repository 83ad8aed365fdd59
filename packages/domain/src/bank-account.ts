import { isCountryCode } from './country-codes.ts';
import { ibanLength, passesIbanCheck } from './iban.ts';

/**
 * Checks of account numbers that inform and never block: account numbers of many countries are
 * neither IBANs nor otherwise checkable.
 */

const SMALLEST_IBAN = 15;
const LARGEST_IBAN = 34;

function compact(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** Whether the text begins like an IBAN: two letters, two digits and more. */
function looksLikeIban(typed: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(compact(typed)) && compact(typed).length >= 8;
}

/** Whether the text is an IBAN with the length of its country and right check digits. */
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

/** Whether the text is a SWIFT/BIC code: bank, a country that exists, place and optionally a branch. */
export function isSwiftCode(typed: string): boolean {
  const country = SWIFT_CODE.exec(compact(typed))?.groups?.country;
  return country !== undefined && isCountryCode(country);
}

/** What to tell about an account number, or null when there is nothing to tell. */
export function accountNumberHint(typed: string): string | null {
  if (!looksLikeIban(typed)) {
    return null;
  }
  return isIban(typed)
    ? 'This IBAN looks right.'
    : 'This looks like an IBAN, but its check digits or length are wrong. Please check it.';
}

/** What to tell about a SWIFT/BIC code, or null when nothing was typed. */
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
