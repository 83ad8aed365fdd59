import { AMOUNT_PLACES, currencySymbol, isDecimal, parseDecimal } from '@beaconpay/domain';
import { LOCALE } from './locale.ts';

/**
 * Intl rounds decimal texts exactly, half away from zero. The currency only has to be one with a symbol: it
 * decides the place of the symbol.
 */
const AMOUNT_OPTIONS: Intl.NumberFormatOptions = {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: AMOUNT_PLACES,
  maximumFractionDigits: AMOUNT_PLACES,
  signDisplay: 'negative',
};
const AMOUNT_FORMAT = new Intl.NumberFormat(LOCALE, AMOUNT_OPTIONS);
const SIGNED_FORMAT = new Intl.NumberFormat(LOCALE, { ...AMOUNT_OPTIONS, signDisplay: 'always' });
const EXACT = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 20, useGrouping: false });
const GROUPED = new Intl.NumberFormat(LOCALE);

/**
 * Formats an amount: symbol or code, thousands separators, two decimals ("$1,234.50", "-€3.00",
 * "USDT 12.00"; in German "1.234,50 $"). Takes a decimal text or a JSON number of the data API. A value that is not a number is
 * shown as a dash.
 */
export function formatAmount(amount: string | number, currency: string): string {
  return formatWith(AMOUNT_FORMAT, decimalText(amount), currency);
}

/** The amount of a transaction with the sign of its direction, where the language has it: "+$15.00". */
export function formatSignedAmount(
  amount: string | number,
  currency: string,
  isIncoming: boolean,
): string {
  const text = decimalText(amount);
  return formatWith(SIGNED_FORMAT, isIncoming ? text : `-${text}`, currency);
}

function formatWith(format: Intl.NumberFormat, text: string, currency: string): string {
  if (!isDecimal(text)) return '–';
  const symbol = currencySymbol(currency);
  const parts = format.formatToParts(text);
  return parts
    .map(({ type, value }, index) => {
      if (type !== 'currency') return value;
      const touchesDigits = parts[index + 1]?.type === 'integer';
      return symbol === currency && touchesDigits ? `${symbol} ` : symbol;
    })
    .join('');
}

/** Like formatAmount, but an amount with more decimals has all digits and the code: "0.000001 BTC". */
export function formatExactAmount(amount: string, currency: string): string {
  if (parseDecimal(amount, AMOUNT_PLACES) !== null) return formatAmount(amount, currency);
  return `${isDecimal(amount) ? EXACT.format(amount) : amount} ${currency}`;
}

/** "1234567" as "1,234,567". Takes digits only. */
export function groupThousands(digits: string): string {
  return GROUPED.format(BigInt(digits));
}

/** The shortest decimal text of a number, without the exponent of very small numbers. */
function decimalText(amount: string | number): string {
  if (typeof amount === 'string') {
    return amount;
  }
  return Math.abs(amount) < 1e-6 ? amount.toFixed(20) : String(amount);
}
