import type { LineCollector } from '../line-collector.ts';
import { plainDate, readAmount, readCurrency, absolute, signed } from '../read-values.ts';
import { StatementError } from '../statement-error.ts';

/** The elements of a `STMTTRN`. Those of inner aggregates have a prefix: `PAYEE.NAME`. */
export interface OfxTransaction {
  readonly fields: ReadonlyMap<string, string>;
  readonly line: number;
}

export interface OfxStatement {
  readonly account: string;
  readonly currency: string | null;
}

const DATE = /^(\d{4})(\d{2})(\d{2})/;

function readDate(text: string, field: string, line: number): string {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? [];
  const date = plainDate(year, month, day);
  if (date === null) throw new StatementError('date-invalid', line, { field, value: text });
  return date;
}

function requireField({ fields, line }: OfxTransaction, field: string): string {
  const value = fields.get(field);
  if (value === undefined) throw new StatementError('field-missing', line, { field });
  return value;
}

/** Some banks write debits without a sign. */
function readSignedAmount(transaction: OfxTransaction): string {
  const text = requireField(transaction, 'TRNAMT').replace(/^\+/, '').replace(',', '.');
  const amount = readAmount(text, { field: 'TRNAMT', line: transaction.line });
  const isDebit = transaction.fields.get('TRNTYPE')?.toUpperCase() === 'DEBIT';
  return isDebit ? signed(absolute(amount), true) : amount;
}

/** Adds a transaction. A correction of an earlier one needs a person. */
export function addTransaction(
  transaction: OfxTransaction,
  statement: OfxStatement,
  collector: LineCollector,
): void {
  const { fields, line } = transaction;
  if (fields.has('CORRECTFITID')) {
    collector.skip('correction', line);
    return;
  }
  const currency = fields.get('CURRENCY.CURSYM') ?? statement.currency;
  if (currency === null) throw new StatementError('currency-missing', line);
  const name = fields.get('NAME') ?? fields.get('PAYEE.NAME') ?? null;
  const available = fields.get('DTAVAIL');
  collector.add({
    account: statement.account,
    bookingDate: readDate(requireField(transaction, 'DTPOSTED'), 'DTPOSTED', line),
    valueDate: available === undefined ? null : readDate(available, 'DTAVAIL', line),
    amount: readSignedAmount(transaction),
    currency: readCurrency(currency, line),
    counterpartyName: name,
    counterpartyAccount: fields.get('BANKACCTTO.ACCTID') ?? fields.get('CCACCTTO.ACCTID') ?? null,
    // Banks with one field only write the remittance text into the name.
    text: fields.get('MEMO') ?? name ?? '',
    endToEndId: fields.get('REFNUM') ?? fields.get('CHECKNUM') ?? null,
    bankReference: fields.get('FITID') ?? null,
    isReversal: false,
    charges: null,
    instructed: null,
    sourceLine: line,
  });
}
