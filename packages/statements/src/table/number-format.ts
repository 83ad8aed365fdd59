import { foldDigits, parseDecimal } from '@beaconpay/domain';
import { negate } from '../sum-decimals.ts';

export type DecimalMark = '.' | ',';

const DIRECTION_MARKS = /[\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]/gu;
const SPACES = /[\s\u{a0}\u{2007}\u{2009}\u{202f}]+/gu;
const CURRENCY_AT_START = /^([-+(]?) ?(?:[A-Z]{3}|Rs\.?|\p{Sc}) ?/u;
const CURRENCY_AT_END = / ?(?:[A-Z]{3}|\p{Sc})(-?)$/u;
/** Debit and credit after the amount. */
const SIDE = /(?<=[\d ])(DR|CR|D|C|S|H)\.?$/i;
const MAX_PLACES = 5;

/** The groups of a number: any with the same mark of thousands, and those of India. */
const GROUPED = /^(?:\d*|\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*|\d{1,2}(?:,\d{2})*,\d{3})$/;

interface SignedBody {
  readonly body: string;
  readonly isNegative: boolean;
}

/** The digits and separators of an amount, without currency and sign. */
function splitSign(text: string): SignedBody {
  let body = foldDigits(text)
    .replace(DIRECTION_MARKS, '')
    .replace(SPACES, ' ')
    .replace(/[−–﹣－]/gu, '-')
    .replace(/[’‘`´]/gu, "'")
    .replace(/٫/gu, '.')
    .replace(/٬/gu, ',')
    .trim();
  let isNegative = false;
  const side = SIDE.exec(body)?.[1]?.toUpperCase();
  if (side !== undefined) {
    body = body.replace(SIDE, '').trim();
    isNegative = side.startsWith('D') || side === 'S';
  }
  body = body.replace(CURRENCY_AT_START, '$1').replace(CURRENCY_AT_END, '$1');
  if (/^\(.*\)$/.test(body)) {
    body = body.slice(1, -1).trim();
    isNegative = !isNegative;
  }
  const sign = /^([-+])|([-+])$/.exec(body);
  if (sign !== null) {
    body = body.replace(/^[-+]|[-+]$/, '').replace(CURRENCY_AT_START, '');
    if (sign[0] === '-') isNegative = !isNegative;
  }
  return { body: body.trim(), isNegative };
}

/** The amount in its shortest form, or null if the text is none. */
export function readTableAmount(text: string, mark: DecimalMark): string | null {
  const { body, isNegative } = splitSign(text);
  const at = body.lastIndexOf(mark);
  const whole = at === -1 ? body : body.slice(0, at);
  const fraction = at === -1 ? '' : body.slice(at + 1);
  // The decimal mark cannot separate thousands too.
  if (whole.includes(mark) || !GROUPED.test(whole) || !/^\d*$/.test(fraction)) return null;
  const amount = parseDecimal(`${whole.replace(/[^0-9]/g, '')}.${fraction}`, MAX_PLACES);
  if (amount === null) return null;
  return isNegative ? negate(amount) : amount;
}

/** Which mark starts the decimals of one amount; 'both' if it can be either. */
function decimalMarkOf(body: string): DecimalMark | 'both' | null {
  const marks = [...body.matchAll(/[.,]/g)].map((match) => match[0] as DecimalMark);
  const last = marks.at(-1);
  if (last === undefined) return null;
  if (marks.some((mark) => mark !== last)) return last;
  if (marks.length > 1) return last === '.' ? ',' : '.';
  const [whole = '', fraction = ''] = body.split(last);
  const canBeThousands = /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3;
  return canBeThousands ? 'both' : last;
}

/** The decimal mark of all amounts of a table, or null if they have two readings or contradict each other. */
export function guessDecimalMark(values: readonly string[]): DecimalMark | null {
  const found = new Set(values.map((value) => decimalMarkOf(splitSign(value).body)));
  if (found.has('.') && found.has(',')) return null;
  if (found.has('.')) return '.';
  if (found.has(',')) return ',';
  return found.has('both') ? null : '.';
}
