import { compareDecimals, parseDecimal } from './decimal.ts';

/** Elements that the payment QR codes of several standards have in common. */

const MIN_AMOUNT = '0.01';
const MAX_AMOUNT = '999999999.99';

/** The text of a QR code, or all reasons why there is none. */
export type QrPayload<ErrorKey extends string> =
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly errors: readonly ErrorKey[] };

/** One line: line breaks would start the next element of a payload. */
export function singleLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** The amount with two decimals ("12.50"), or null if a QR code cannot contain it. */
export function qrAmount(amount: string): string | null {
  const shortest = parseDecimal(amount, 2);
  if (
    shortest === null ||
    compareDecimals(shortest, MIN_AMOUNT) < 0 ||
    compareDecimals(shortest, MAX_AMOUNT) > 0
  ) {
    return null;
  }
  const [whole = '', fraction = ''] = shortest.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

/** An account number without blanks and hyphens. */
export function compactAccount(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}
