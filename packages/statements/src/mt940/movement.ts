import { plainDate, readMoney, readUnsignedAmount, signed } from '../read-values.ts';
import { StatementError } from '../statement-error.ts';
import type { Money } from '../statement-line.ts';
import type { SwiftField } from './fields.ts';

/**
 * Field 61: value date, entry date, direction, currency letter, amount, type, reference of the customer,
 * reference of the bank. Banks exceed the 16 characters of the references.
 */
const MOVEMENT =
  /^(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})(?<entry>\d{4})?(?<mark>R?[CD]|E[CD])[A-Z]?(?<amount>[\d.,]+)(?<type>[A-Z][A-Z0-9]{3})?(?<rest>.*)$/;
/** Dates of one year whose months differ by less than this are nearer than those of neighbouring years. */
const NEAR_MONTHS = 5;
const DETAIL_AMOUNT = /\/(OCMT|CHGS)\/([A-Z]{3})([\d.,]+)/g;

export interface Movement {
  readonly bookingDate: string;
  readonly valueDate: string;
  readonly amount: string;
  readonly isReversal: boolean;
  /** Announced, but not booked. */
  readonly isExpected: boolean;
  readonly customerReference: string;
  readonly bankReference: string;
  /** The second line. */
  readonly details: string;
  readonly charges: Money | null;
  readonly instructed: Money | null;
}

/** The entry date, which has no year: it is within half a year of the value date. */
function entryDate(valueDate: string, entry: string): string | null {
  const year = Number(valueDate.slice(0, 4));
  const [month, day] = [entry.slice(0, 2), entry.slice(2)];
  const inSameYear = plainDate(String(year), month, day);
  const months = Math.abs(
    Number(month) - Number(valueDate.slice('YYYY-'.length, 'YYYY-MM'.length)),
  );
  if (inSameYear !== null && months < NEAR_MONTHS) return inSameYear;
  const candidates = [year - 1, year, year + 1]
    .map((one) => plainDate(String(one), month, day))
    .filter((date) => date !== null);
  const distance = (date: string): number => Math.abs(Date.parse(date) - Date.parse(valueDate));
  return candidates.toSorted((left, right) => distance(left) - distance(right))[0] ?? null;
}

function splitReferences(rest: string): [customer: string, bank: string] {
  const at = rest.indexOf('//');
  return at === -1 ? [rest, ''] : [rest.slice(0, at), rest.slice(at + 2)];
}

/** The amounts that German banks write into the second line. */
function detailMoney(details: string, name: string, line: number): Money | null {
  if (details === '') return null;
  const found = [...details.matchAll(DETAIL_AMOUNT)].find((match) => match[1] === name);
  const [, , currency = '', amount = ''] = found ?? [];
  return found === undefined ? null : readMoney(amount, currency, { field: name, line });
}

/** @throws StatementError */
export function readMovement({ lines, line }: SwiftField): Movement {
  const [first = '', ...others] = lines;
  const { year, month, day, entry, mark, amount, rest } = MOVEMENT.exec(first.trim())?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined || mark === undefined) {
    throw new StatementError('field-malformed', line, { field: '61' });
  }
  const value = `${year}${month}${day}${entry ?? ''}`;
  const valueDate = plainDate(year, month, day);
  const bookingDate =
    valueDate === null || entry === undefined ? valueDate : entryDate(valueDate, entry);
  if (valueDate === null || bookingDate === null) {
    throw new StatementError('date-invalid', line, { field: '61', value });
  }
  const details = others.join(' ');
  const [customerReference, bankReference] = splitReferences(rest ?? '');
  return {
    bookingDate,
    valueDate,
    // The reversal of a credit is a debit.
    amount: signed(
      readUnsignedAmount(amount ?? '', { field: '61', line }),
      ['D', 'RC', 'ED'].includes(mark),
    ),
    isReversal: mark.startsWith('R'),
    isExpected: mark.startsWith('E'),
    customerReference: customerReference.trim(),
    bankReference: bankReference.trim(),
    details,
    charges: detailMoney(details, 'CHGS', line),
    instructed: detailMoney(details, 'OCMT', line),
  };
}
