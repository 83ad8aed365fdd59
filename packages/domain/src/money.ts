/** The number of decimals of displayed amounts and of amounts in USD. */
export const AMOUNT_PLACES = 2;

/** The decimal text of an amount in cents: 1550 is "15.50". */
export function minorUnitsToDecimal(minorUnits: number): string {
  if (!Number.isSafeInteger(minorUnits)) {
    throw new RangeError('minor units are whole numbers');
  }
  const digits = Math.abs(minorUnits)
    .toString()
    .padStart(AMOUNT_PLACES + 1, '0');
  const sign = minorUnits < 0 ? '-' : '';
  return `${sign}${digits.slice(0, -AMOUNT_PLACES)}.${digits.slice(-AMOUNT_PLACES)}`;
}
