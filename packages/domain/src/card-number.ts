/**
 * Recognizing card numbers. The same rule stands in the database (private.contains_card_number),
 * which refuses to store what this module recognizes.
 */

const LONGEST_CARD_NUMBER = 19;

/** Leading digits and lengths card networks really use; most other long numbers do not fit. */
const NETWORK_SHAPE =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|[2356]\d{15}|3[47]\d{13}|3[0689]\d{12}|3[05689]\d{14,17}|(?:5[0678]|6\d)\d{11,17})$/;

/** Groups of digits with at most three marks (spaces, dashes, dots …) between them. */
const DIGIT_CHAIN = /\d+(?:[^\dA-Za-z]{1,3}\d+)*/gu;

const SECURITY_CODE =
  /(?<![\da-z_])(?:cvv|cvc|csc|cid|security[ _-]?code)2?(?![\da-z_])[^\da-z]{0,5}\d{3,4}(?!\d)/iu;

export type CardBrand =
  'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'maestro' | 'card';

const BRAND_PREFIXES: readonly (readonly [CardBrand, RegExp])[] = [
  ['visa', /^4/],
  ['mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['discover', /^(?:6011|64[4-9]|65)/],
  ['diners', /^3(?:0[0-5]|[689])/],
  ['jcb', /^35/],
  ['unionpay', /^62/],
  ['maestro', /^(?:5[0678]|6)/],
];

/** Whether the check digit (Luhn) of a number given as digits only is right. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    const weighted = place % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** The digits of what was typed into a card number field. */
export function cardNumberDigits(typed: string): string {
  return typed.replace(/\D/g, '');
}

/** Whether the typed text is one plausible card number and nothing else. */
export function isCardNumber(typed: string): boolean {
  const digits = cardNumberDigits(typed);
  return /^[\d -]+$/.test(typed.trim()) && NETWORK_SHAPE.test(digits) && passesLuhn(digits);
}

/** The card's network by its leading digits; 'card' when none is known. */
export function cardBrand(typed: string): CardBrand {
  const digits = cardNumberDigits(typed);
  return BRAND_PREFIXES.find(([, prefix]) => prefix.test(digits))?.[0] ?? 'card';
}

/** The last four digits of what was typed, or fewer when fewer were typed. */
export function cardLastFour(typed: string): string {
  return cardNumberDigits(typed).slice(-4);
}

/** Whether a text holds what is plausibly a full card number, however its digits are grouped. */
export function containsCardNumber(text: string): boolean {
  for (const [chain] of text.normalize('NFKC').matchAll(DIGIT_CHAIN)) {
    if (chainContainsCardNumber(chain.split(/\D+/))) {
      return true;
    }
  }
  return false;
}

function chainContainsCardNumber(groups: readonly string[]): boolean {
  for (let first = 0; first < groups.length; first += 1) {
    let candidate = '';
    for (let last = first; last < groups.length; last += 1) {
      candidate += groups[last] ?? '';
      if (candidate.length > LONGEST_CARD_NUMBER) {
        break;
      }
      if (NETWORK_SHAPE.test(candidate) && passesLuhn(candidate)) {
        return true;
      }
    }
  }
  return false;
}

/** Whether a text holds three or four digits introduced as a card security code. */
export function containsSecurityCode(text: string): boolean {
  return SECURITY_CODE.test(text.normalize('NFKC'));
}
