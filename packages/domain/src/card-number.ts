/**
 * Recognizes card numbers. The database has the same rule (private.contains_card_number) and refuses to
 * store the texts that this module recognizes.
 */

import {
  brandOfDigits,
  CARD_NUMBER_SHAPE,
  MAX_CARD_NUMBER_LENGTH,
  SHORTEST_CARD_NUMBER,
  type CardBrand,
} from './card-networks.ts';
import { IBAN_SHAPE, passesIbanCheck } from './iban.ts';
import { foldDigits } from './unicode-digits.ts';

const CARD_NUMBER = new RegExp(CARD_NUMBER_SHAPE);
const IBAN = new RegExp(IBAN_SHAPE, 'gi');

/** Matches a UUID, whose digits are not part of a card number. Equal to private.uuid_shape(). */
export const UUID_SHAPE =
  '(?<![0-9A-Za-z])[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}(?![0-9A-Za-z])';
const UUID = new RegExp(UUID_SHAPE, 'gi');

/** From a digit to the last one before a letter, with any other characters in between. */
const DIGIT_CHAIN = /\+?[0-9](?:[^A-Za-z]*[0-9])?/g;
const DIGIT_RUN = /\+?[0-9]+/g;

/** A number after a plus sign with fewer digits than this is a phone number. */
const SHORTEST_AFTER_PLUS = 14;

/**
 * Matches three or four digits introduced as a card security code. Equal to the pattern of
 * private.contains_security_code.
 */
export const SECURITY_CODE_SHAPE =
  '(?<![0-9a-z_])(c[^0-9a-z]{0,2}(v[^0-9a-z]{0,2}[vcn]|s[^0-9a-z]{0,2}c)|cid|(security|verification)' +
  '[ _-]?(code|number|value))2?(?![0-9a-z_])([^0-9a-z]{0,20}(is|code|no|nr|number)(?![0-9a-z]))?' +
  '[^0-9a-z]{0,20}[0-9]([^0-9a-z]{0,3}[0-9]){2,3}(?![0-9])';
const SECURITY_CODE = new RegExp(SECURITY_CODE_SHAPE, 'i');

/** Whether the check digit (Luhn) of a number is valid. Takes digits only. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    const weighted = place % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** The digits of the text in a card number field. */
export function cardNumberDigits(typed: string): string {
  return typed.replace(/\D/g, '');
}

/** The network of a card by its leading digits; 'card' if it is unknown. */
export function cardBrand(typed: string): CardBrand {
  return brandOfDigits(cardNumberDigits(typed));
}

/** The last four digits of the text, or fewer if it has fewer. */
export function cardLastFour(typed: string): string {
  return cardNumberDigits(typed).slice(-4);
}

/** A part of a text: from its first character up to the one before `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The same number of characters, none of which is a digit. */
function blank(text: string): string {
  return 'x'.repeat(text.length);
}

/**
 * Whether a text contains a plausible full card number. It checks whole runs of digits, alone or joined
 * with the runs beside them. Any characters but letters may separate joined runs. It ignores parts of a
 * run, UUIDs and IBANs.
 */
export function containsCardNumber(text: string): boolean {
  return findCardNumber(foldDigits(text)) !== null;
}

/** The first card number of a text with ASCII digits. */
function findCardNumber(plain: string): Span | null {
  if (plain.replace(/[^0-9]/g, '').length < SHORTEST_CARD_NUMBER) return null;
  const remaining = plain.replace(UUID, blank).replace(IBAN, (found) => {
    return passesIbanCheck(found.replace(/[ -]/g, '').toUpperCase()) ? blank(found) : found;
  });
  for (const chain of remaining.matchAll(DIGIT_CHAIN)) {
    const found = findInChain([...chain[0].matchAll(DIGIT_RUN)]);
    if (found !== null) {
      return { start: chain.index + found.start, end: chain.index + found.end };
    }
  }
  return null;
}

function findInChain(runs: readonly RegExpExecArray[]): Span | null {
  for (const [first, { 0: run, index: start }] of runs.entries()) {
    let candidate = '';
    for (let last = first; last < runs.length; last += 1) {
      const digits = runs[last]?.[0] ?? '';
      candidate += digits.replace('+', '');
      if (candidate.length > MAX_CARD_NUMBER_LENGTH) break;
      if (run.startsWith('+') && candidate.length < SHORTEST_AFTER_PLUS) continue;
      if (CARD_NUMBER.test(candidate) && passesLuhn(candidate)) {
        return { start, end: (runs[last]?.index ?? 0) + digits.length };
      }
    }
  }
  return null;
}

const MASK = '•';
const SHOWN_DIGITS = 4;

/** Replaces all digits but the given number of last ones. */
function maskDigits(text: string, shown: number): string {
  let hidden = text.replace(/[^0-9]/g, '').length - shown;
  return text.replace(/[0-9]/g, (digit) => {
    hidden -= 1;
    return hidden >= 0 ? MASK : digit;
  });
}

/**
 * The text without card numbers and security codes: of a card number the last four digits remain. A text
 * without them is returned as it is. The result can be stored: `containsCardSecret` is false for it.
 */
export function maskCardSecrets(text: string): string {
  if (!containsCardSecret(text)) return text;
  let masked = foldDigits(text);
  for (let found = findCardNumber(masked); found !== null; found = findCardNumber(masked)) {
    const { start, end } = found;
    masked =
      masked.slice(0, start) +
      maskDigits(masked.slice(start, end), SHOWN_DIGITS) +
      masked.slice(end);
  }
  while (SECURITY_CODE.test(masked)) {
    masked = masked.replace(SECURITY_CODE, (found) => maskDigits(found, 0));
  }
  return masked;
}

/** Whether a text contains three or four digits introduced as a card security code. */
export function containsSecurityCode(text: string): boolean {
  return SECURITY_CODE.test(foldDigits(text));
}

/** Whether a text contains a card number or a security code. */
export function containsCardSecret(text: string): boolean {
  return containsCardNumber(text) || containsSecurityCode(text);
}
