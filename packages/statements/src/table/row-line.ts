import { absolute } from '../read-values.ts';
import { StatementError } from '../statement-error.ts';
import type { Money, ParsedLine } from '../statement-line.ts';
import { negate } from '../sum-decimals.ts';
import type { ColumnRole } from './column-names.ts';
import { readTableDate, type DateFormat } from './date-format.ts';
import { readTableAmount, type DecimalMark } from './number-format.ts';
import type { TableRow } from './rows.ts';

export interface RowFormat {
  readonly columns: readonly (ColumnRole | null)[];
  readonly dateFormat: DateFormat;
  readonly decimalMark: DecimalMark;
  /** For rows without a value of their own. */
  readonly account: string | null;
  readonly currency: string | null;
}

const DEBIT_WORDS =
  /^(s|soll|d|dr|debit|dbit|db|-|af|out|outgoing|belastung|lastschrift|debito|dare|cargo|withdrawal|sortie|नामे|مدين)$/i;
const CREDIT_WORDS =
  /^(h|haben|c|cr|credit|crdt|\+|bij|in|incoming|gutschrift|credito|avere|abono|deposit|entree|जमा|دائن)$/i;
const NOT_BOOKED =
  /pending|vorgemerkt|vormerkung|en attente|pendiente|in attesa|in behandeling|declined|failed|reverted|cancell?ed|abgelehnt|storniert/i;

/** The cells of a row by their role. */
export class Row {
  readonly #row: TableRow;
  readonly #columns: readonly (ColumnRole | null)[];

  constructor(row: TableRow, columns: readonly (ColumnRole | null)[]) {
    this.#row = row;
    this.#columns = columns;
  }

  get line(): number {
    return this.#row.line;
  }

  /** All cells with a role, separated by blanks. */
  get(role: ColumnRole): string {
    return this.#row.cells
      .filter((_cell, at) => this.#columns[at] === role)
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
      .join(' ');
  }
}

function readAmountCell(row: Row, role: ColumnRole, mark: DecimalMark): string | null {
  const text = row.get(role);
  // Words and dashes stand for no amount.
  if (!/\p{Nd}/u.test(text)) return null;
  const amount = readTableAmount(text, mark);
  if (amount === null) {
    throw new StatementError('amount-invalid', row.line, { field: role, value: text });
  }
  return amount;
}

/** Withdrawals are debits, whether the bank writes their sign or not. */
function readSplitAmount(row: Row, mark: DecimalMark): string | null {
  const debit = readAmountCell(row, 'debit', mark);
  const credit = readAmountCell(row, 'credit', mark);
  const isSet = (amount: string | null): amount is string => amount !== null && amount !== '0';
  if (isSet(debit) && isSet(credit)) {
    throw new StatementError('amount-invalid', row.line, { field: 'debit', value: debit });
  }
  if (isSet(debit)) return negate(absolute(debit));
  return credit ?? debit;
}

function readRowAmount(row: Row, mark: DecimalMark): string | null {
  const amount = readAmountCell(row, 'amount', mark) ?? readSplitAmount(row, mark);
  const sign = row
    .get('sign')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '');
  if (amount === null || sign === '') return amount;
  if (DEBIT_WORDS.test(sign)) return negate(absolute(amount));
  if (CREDIT_WORDS.test(sign)) return absolute(amount);
  throw new StatementError('field-malformed', row.line, { field: 'sign' });
}

function readRowDate(row: Row, role: ColumnRole, format: DateFormat): string | null {
  const text = row.get(role);
  if (!/\d/.test(text)) return null;
  const date = readTableDate(text, format);
  if (date === null)
    throw new StatementError('date-invalid', row.line, { field: role, value: text });
  return date;
}

function readRowCharges(row: Row, currency: string, mark: DecimalMark): Money | null {
  const charges = readAmountCell(row, 'charges', mark);
  return charges === null || charges === '0' ? null : { amount: absolute(charges), currency };
}

function optional(text: string): string | null {
  return text === '' ? null : text;
}

/** Whether the bank has not booked the row, or has withdrawn it. */
export function isPending(row: Row): boolean {
  return NOT_BOOKED.test(row.get('status'));
}

/** The movement of a row, or null for a row without date or amount: balances, totals, notes. */
export function readRow(row: Row, format: RowFormat): ParsedLine | null {
  const valueDate = readRowDate(row, 'valueDate', format.dateFormat);
  const bookingDate = readRowDate(row, 'bookingDate', format.dateFormat) ?? valueDate;
  const amount = bookingDate === null ? null : readRowAmount(row, format.decimalMark);
  if (bookingDate === null || amount === null) return null;
  const account = optional(row.get('account')) ?? format.account;
  if (account === null) throw new StatementError('account-missing', row.line);
  const currency = (optional(row.get('currency')) ?? format.currency)?.toUpperCase() ?? null;
  if (currency === null) throw new StatementError('currency-missing', row.line);
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new StatementError('currency-invalid', row.line, { value: currency });
  }
  return {
    account,
    bookingDate,
    valueDate,
    amount,
    currency,
    counterpartyName: optional(row.get('counterpartyName')),
    counterpartyAccount: optional(row.get('counterpartyAccount')),
    text: row.get('text'),
    endToEndId: optional(row.get('endToEndId')),
    bankReference: optional(row.get('bankReference')),
    isReversal: false,
    charges: readRowCharges(row, currency, format.decimalMark),
    instructed: null,
    sourceLine: row.line,
  };
}
