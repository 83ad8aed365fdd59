/**
 * Decimal numbers as texts and as whole minor units, so that money is never a floating-point number. A
 * decimal text is an optional minus, digits, and optionally a point and more digits.
 */

const DECIMAL = /^(-?)(\d*)(?:\.(\d*))?$/;

interface DecimalParts {
  readonly negative: boolean;
  /** Digits before the point, without leading zeros; never empty. */
  readonly whole: string;
  /** Digits after the point, without trailing zeros; may be empty. */
  readonly fraction: string;
}

function readDecimal(text: string): DecimalParts | null {
  const match = DECIMAL.exec(text.trim());
  const whole = match?.[2] ?? '';
  const fraction = match?.[3] ?? '';
  if (match === null || whole + fraction === '') {
    return null;
  }
  const parts = {
    whole: whole.replace(/^0+(?=\d)/, '') || '0',
    fraction: fraction.replace(/0+$/, ''),
  };
  const isZero = parts.whole === '0' && parts.fraction === '';
  return { negative: match[1] === '-' && !isZero, ...parts };
}

/** Whole units of the last place: 1.5 with two places is 150. */
function scaled({ whole, fraction }: DecimalParts, places: number): bigint {
  return BigInt(whole + fraction.padEnd(places, '0'));
}

/** Whether the text is a decimal number. */
export function isDecimal(text: string): text is `${number}` {
  return readDecimal(text) !== null;
}

/**
 * The text in its shortest form ("007.50" returns "7.5"), or null if it is not a plain decimal
 * number or has more than `maxPlaces` digits after the point.
 */
export function parseDecimal(text: string, maxPlaces: number): string | null {
  const parts = readDecimal(text);
  if (parts === null || parts.fraction.length > maxPlaces) {
    return null;
  }
  const digits = parts.fraction === '' ? parts.whole : `${parts.whole}.${parts.fraction}`;
  return parts.negative ? `-${digits}` : digits;
}

/** Negative, zero or positive if `left` is less than, equal to or greater than `right`. */
export function compareDecimals(left: string, right: string): number {
  const leftParts = readDecimal(left);
  const rightParts = readDecimal(right);
  if (leftParts === null || rightParts === null) {
    throw new RangeError('compareDecimals needs two decimal numbers');
  }
  const places = Math.max(leftParts.fraction.length, rightParts.fraction.length);
  const signed = (parts: DecimalParts) =>
    parts.negative ? -scaled(parts, places) : scaled(parts, places);
  const difference = signed(leftParts) - signed(rightParts);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}
