import { parseDecimal } from '@beaconpay/domain';

const PLACES = 5;

function scaled(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(PLACES, '0'));
  return amount.startsWith('-') ? -units : units;
}

/** The sum of decimal texts with at most five decimals, in its shortest form. */
export function sumDecimals(amounts: readonly string[]): string {
  const sum = amounts.reduce((total, amount) => total + scaled(amount), 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(PLACES + 1, '0');
  const text = `${sum < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
  return parseDecimal(text, PLACES) ?? '0';
}

/** The amount with the opposite sign. */
export function negate(amount: string): string {
  if (amount === '0') return amount;
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
