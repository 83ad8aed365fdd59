import { parseDecimal } from './decimal.ts';
import { foldDigits } from './unicode-digits.ts';

/** The meaning of an amount that a customer typed. Amounts are decimal texts. */
export type TypedAmount =
  | { readonly kind: 'amount'; readonly amount: string }
  /** One separator before three digits: thousands in some countries, decimals in others. */
  | { readonly kind: 'ambiguous'; readonly asThousands: string; readonly asDecimal: string }
  | { readonly kind: 'unreadable' };

const UNREADABLE: TypedAmount = { kind: 'unreadable' };

/** Spaces, apostrophes and the Arabic thousands separator never start decimals. */
const SPACES = /[ \u{a0}\u{2007}\u{2009}\u{202f}]/gu;
const APOSTROPHES = /['’ʼ]/gu;
const COMMAS = /[,،，]/gu;
const POINTS = /[.．]/gu;
const MINUS_SIGNS = /^[-−]/u;
/** Invisible marks of the writing direction, which copied texts may contain. */
const DIRECTION_MARKS = /[\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu;

/** One to three digits and then groups of three, all with the same separator. */
const GROUPED = /^[1-9]\d{0,2}(?:([,.٬' ])\d{3})(?:\1\d{3})*$/u;
/** The last separator that can start the decimals, with the text before and after it. */
const WITH_DECIMALS = /^(.*)([,.٫])(\d*)$/u;

/** Only decimal digits count: "5²" is not an amount of 52. */
function normalize(typed: string): string {
  return typed
    .replace(/\p{Nd}/gu, foldDigits)
    .replace(DIRECTION_MARKS, '')
    .trim()
    .replace(SPACES, ' ')
    .replace(APOSTROPHES, "'")
    .replace(COMMAS, ',')
    .replace(POINTS, '.')
    .replace(MINUS_SIGNS, '-');
}

/**
 * Reads a typed amount in the formats that customers use: "1250.50", "1,250.50", "1.250,50",
 * "1 250,50", "1'250.50", "١٬٢٥٠٫٥٠". A text that can mean two amounts is ambiguous.
 *
 * @param maxPlaces the decimals that the amount may have. Below three, "1,250" can only mean 1250:
 *   BeaconPay formats thousands like this. "1.250" stays ambiguous, because a point starts
 *   the decimals in English.
 */
export function readTypedAmount(typed: string, maxPlaces: number): TypedAmount {
  const text = normalize(typed);
  const sign = text.startsWith('-') ? '-' : '';
  const unsigned = text.slice(sign.length);
  const lone = /^(\d{1,3})([,.])(\d{3})$/.exec(unsigned);
  // "0.125" has no thousands.
  if (lone !== null && !/^0+$/.test(lone[1] ?? '')) {
    const [, whole = '', mark, last = ''] = lone;
    const isGrouped = mark === ',' && maxPlaces < 3 && GROUPED.test(unsigned);
    if (!isGrouped) return ambiguous(sign + whole, last);
  }
  return readUnambiguous(sign, unsigned);
}

function ambiguous(whole: string, lastThree: string): TypedAmount {
  const asThousands = canonical(whole + lastThree);
  const asDecimal = canonical(`${whole}.${lastThree}`);
  if (asThousands === null || asDecimal === null) return UNREADABLE;
  return { kind: 'ambiguous', asThousands, asDecimal };
}

function readUnambiguous(sign: string, unsigned: string): TypedAmount {
  const plain = ungroup(unsigned) ?? decimalOf(unsigned);
  const amount = plain === null ? null : canonical(sign + plain);
  return amount === null ? UNREADABLE : { kind: 'amount', amount };
}

/** "1'250" without its separators, or null if it is not grouped. */
function ungroup(text: string): string | null {
  return GROUPED.test(text) ? text.replace(/\D/g, '') : null;
}

/** A number with decimals or without separators, as a plain decimal text. */
function decimalOf(text: string): string | null {
  const [, whole = text, mark = '', fraction = ''] = WITH_DECIMALS.exec(text) ?? [];
  // The decimal separator cannot be the thousands separator as well.
  const isGrouped = GROUPED.exec(whole)?.[1] !== mark;
  const digits = (isGrouped ? ungroup(whole) : null) ?? whole;
  return /^\d*$/.test(digits) ? `${digits}.${fraction}` : null;
}

function canonical(decimal: string): string | null {
  return parseDecimal(decimal, Number.POSITIVE_INFINITY);
}
