import { AMOUNT_PLACES, currencySymbol, isDecimal, parseDecimal } from '@beaconpay/domain';
import { LOCALE } from './locale.ts';

/**
 * Intl rounds decimal texts exactly, half away from zero. The currency only has to be one with a symbol: it
 * decides the place of the symbol.
 */
const AMOUNT_FORMAT = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: AMOUNT_PLACES,
  maximumFractionDigits: AMOUNT_PLACES,
  signDisplay: 'negative',
});
const EXACT = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 20, useGrouping: false });
const GROUPED = new Intl.NumberFormat(LOCALE);

/**
 * Formats an amount: symbol or code, thousands separators, two decimals ("$1,234.50", "-€3.00",
 * "USDT 12.00"; in German "1.234,50 $"). Takes a decimal text or a JSON number of the data API. A value that is not a number is
 * shown as a dash.
 */
export function formatAmount(amount: string | number, currency: string): string {
  const text = decimalText(amount);
  if (!isDecimal(text)) return '–';
  const symbol = currencySymbol(currency);
  const parts = AMOUNT_FORMAT.formatToParts(text);
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
