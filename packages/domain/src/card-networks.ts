/**
 * The number ranges and lengths of the card networks. The database's private.card_number_shape() equals
 * CARD_NUMBER_SHAPE of this module, and a test compares the two.
 */

export type CardBrand =
  | 'visa'
  | 'mastercard'
  | 'amex'
  | 'discover'
  | 'diners'
  | 'jcb'
  | 'unionpay'
  | 'maestro'
  | 'card';

interface CardNetwork {
  readonly brand: CardBrand;
  /** Leading digits, as alternatives of a regular expression. */
  readonly prefixes: string;
  /** The minimum and maximum number of digits. */
  readonly lengths: readonly (readonly [from: number, to: number])[];
}

/**
 * Wider ranges would refuse valid references, because a tenth of all numbers have a valid check digit. So
 * the prefixes 36, 38 and 39 of Diners match only the 14 digits of actual cards, not the longer numbers
 * that their range allows.
 */
const CARD_NETWORKS: readonly CardNetwork[] = [
  {
    brand: 'visa',
    prefixes: '4',
    lengths: [
      [13, 13],
      [16, 16],
      [19, 19],
    ],
  },
  {
    brand: 'mastercard',
    prefixes: '5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720',
    lengths: [[16, 16]],
  },
  { brand: 'amex', prefixes: '3[47]', lengths: [[15, 15]] },
  { brand: 'discover', prefixes: '6011|64[4-9]|65', lengths: [[16, 19]] },
  {
    brand: 'diners',
    prefixes: '30[0-5]|3095',
    lengths: [
      [14, 14],
      [16, 19],
    ],
  },
  { brand: 'diners', prefixes: '3[689]', lengths: [[14, 14]] },
  { brand: 'jcb', prefixes: '352[89]|35[3-8]', lengths: [[16, 19]] },
  { brand: 'unionpay', prefixes: '62', lengths: [[16, 19]] },
  {
    brand: 'maestro',
    prefixes: '5018|5020|5038|5893|6304|6759|676[1-3]|67677[04]',
    lengths: [[12, 19]],
  },
];

export const SHORTEST_CARD_NUMBER = 12;
export const MAX_CARD_NUMBER_LENGTH = 19;

/** The number of digits in a prefix: a class in brackets counts as one. */
function prefixLength(prefix: string): number {
  return prefix.replace(/\[[^\]]+\]/g, '0').length;
}

function networkShape({ prefixes, lengths }: CardNetwork): string {
  return prefixes
    .split('|')
    .map((prefix) => {
      const rests = lengths.map(([from, to]) => {
        const range = [from, to].map((length) => length - prefixLength(prefix));
        return `[0-9]{${Array.from(new Set(range)).join(',')}}`;
      });
      return prefix + (rests.length === 1 ? rests.join('') : `(?:${rests.join('|')})`);
    })
    .join('|');
}

/** Matches digits with the prefix and the length of a card number of one of the networks. */
export const CARD_NUMBER_SHAPE = `^(?:${CARD_NETWORKS.map(networkShape).join('|')})$`;

const BRAND_PREFIXES = CARD_NETWORKS.map(
  ({ brand, prefixes }) => [brand, new RegExp(`^(?:${prefixes})`)] as const,
);

/** The network of a number by its leading digits; 'card' if it is unknown. */
export function brandOfDigits(digits: string): CardBrand {
  return BRAND_PREFIXES.find(([, prefix]) => prefix.test(digits))?.[0] ?? 'card';
}
