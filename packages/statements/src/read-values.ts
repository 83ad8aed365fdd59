import { isPlainDate, parseDecimal } from '@beaconpay/domain';
import { StatementError } from './statement-error.ts';
import type { Money } from './statement-line.ts';

/** More decimals than any currency has. */
const MAX_PLACES = 5;
const MAX_DIGITS = 18;
const CURRENCY = /^[A-Z]{3}$/;
/** Two-digit years from 80 are those of the last century. */
const FIRST_YEAR_OF_LAST_CENTURY = 80;

/** Where a value stands, for errors. */
export interface Source {
  readonly field: string;
  readonly line: number;
}

/** An amount with a point as in XML; the shortest form. */
export function readAmount(text: string, { field, line }: Source): string {
  const amount = text.length > MAX_DIGITS + 2 ? null : parseDecimal(text, MAX_PLACES);
  if (amount === null) throw new StatementError('amount-invalid', line, { field, value: text });
  return amount;
}

/** An amount without a sign; its decimals start with a comma or a point. */
export function readUnsignedAmount(text: string, source: Source): string {
  const amount = readAmount(text.trim().replace(',', '.'), source);
  if (amount.startsWith('-')) {
    throw new StatementError('amount-invalid', source.line, { field: source.field, value: text });
  }
  return amount;
}

/** The amount with a minus if it is negative; zero has no sign. */
export function signed(amount: string, isNegative: boolean): string {
  return isNegative && amount !== '0' ? `-${amount}` : amount;
}

export function absolute(amount: string): string {
  return amount.replace(/^-/, '');
}

export function readCurrency(text: string, line: number): string {
  const currency = text.trim().toUpperCase();
  if (!CURRENCY.test(currency)) throw new StatementError('currency-invalid', line, { value: text });
  return currency;
}

/** Null if there is no amount. */
export function readMoney(amount: string, currency: string, source: Source): Money | null {
  const plain = absolute(readAmount(amount.trim().replace(',', '.'), source));
  return plain === '0' ? null : { amount: plain, currency: readCurrency(currency, source.line) };
}

/** A date of the calendar as YYYY-MM-DD. Years of two digits are 1980 to 2079. */
export function plainDate(year: string, month: string, day: string): string | null {
  const century = Number(year) >= FIRST_YEAR_OF_LAST_CENTURY ? '19' : '20';
  const date = [
    year.length === 2 ? century + year : year,
    month.padStart(2, '0'),
    day.padStart(2, '0'),
  ].join('-');
  return isPlainDate(date) ? date : null;
}

/** The date of an ISO 8601 date or point in time, in the time zone of the bank. */
export function readIsoDate(text: string, { field, line }: Source): string {
  const date = text.trim().slice(0, 'YYYY-MM-DD'.length);
  if (!isPlainDate(date)) throw new StatementError('date-invalid', line, { field, value: text });
  return date;
}
