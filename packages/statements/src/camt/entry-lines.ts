import type { LineCollector } from '../line-collector.ts';
import { absolute, readIsoDate, signed } from '../read-values.ts';
import { StatementError } from '../statement-error.ts';
import type { ParsedLine } from '../statement-line.ts';
import { negate, sumDecimals } from '../sum-decimals.ts';
import { chargesOf, instructedOf, isDebit, moneyOf, transactionAmount } from './amounts.ts';
import { counterpartyOf, remittanceOf } from './transaction-details.ts';
import { findElement, findElements, findText, type XmlElement } from './xml-elements.ts';

/** What an entry says about all its transactions. */
interface Entry {
  readonly element: XmlElement;
  readonly account: string;
  readonly amount: string;
  readonly currency: string;
  readonly isDebit: boolean;
  readonly bookingDate: string;
  readonly valueDate: string | null;
}

function dateOf(entry: XmlElement, name: string): string | null {
  const date = findElement(entry, name, 'Dt') ?? findElement(entry, name, 'DtTm');
  return date === undefined ? null : readIsoDate(date.text, { field: name, line: date.line });
}

function readEntry(element: XmlElement, account: string): Entry {
  const { line } = element;
  const amount = findElement(element, 'Amt');
  if (amount === undefined) throw new StatementError('field-missing', line, { field: 'Amt' });
  const direction = isDebit(element);
  if (direction === null) throw new StatementError('field-missing', line, { field: 'CdtDbtInd' });
  const valueDate = dateOf(element, 'ValDt');
  const bookingDate = dateOf(element, 'BookgDt') ?? valueDate;
  if (bookingDate === null) throw new StatementError('field-missing', line, { field: 'BookgDt' });
  const money = moneyOf(amount);
  return {
    element,
    account,
    amount: signed(money.amount, direction),
    currency: money.currency,
    isDebit: direction,
    bookingDate,
    valueDate,
  };
}

/** The status is a text up to version 7 and a code since version 8. */
function isBooked(element: XmlElement): boolean {
  const status = findText(element, 'Sts', 'Cd') ?? findText(element, 'Sts') ?? 'BOOK';
  return status === 'BOOK';
}

/**
 * A line for one transaction, or for a whole entry. The number of an entry (NtryRef) is not a reference:
 * it counts within one statement.
 */
function lineOf(entry: Entry, amount: string, details: XmlElement | null): ParsedLine {
  const { element } = entry;
  const own = details ?? element;
  const isReversal =
    findText(element, 'RvslInd') === 'true' || findElement(own, 'RtrInf') !== undefined;
  const booked = { amount: absolute(amount), currency: entry.currency };
  return {
    account: entry.account,
    bookingDate: entry.bookingDate,
    valueDate: entry.valueDate,
    amount,
    currency: entry.currency,
    ...counterpartyOf(own, { isDebit: amount.startsWith('-'), account: entry.account }),
    text: remittanceOf(own) ?? findText(element, 'AddtlNtryInf') ?? '',
    endToEndId: findText(own, 'Refs', 'EndToEndId'),
    bankReference:
      findText(own, 'Refs', 'AcctSvcrRef') ??
      findText(element, 'AcctSvcrRef') ??
      findText(own, 'Refs', 'TxId'),
    isReversal,
    charges: chargesOf(own) ?? chargesOf(element),
    instructed: instructedOf(own, booked) ?? instructedOf(element, booked),
    sourceLine: own.line,
  };
}

/**
 * The amounts of the transactions of an entry, before or after charges. Null if they are not the amount
 * of the entry: then the parts of the entry are not known.
 */
function transactionAmounts(entry: Entry, details: readonly XmlElement[]): string[] | null {
  const amounts = details
    .map((one) => transactionAmount(one, entry.currency, entry.isDebit))
    .filter((amount) => amount !== null);
  if (amounts.length !== details.length) return null;
  if (sumDecimals(amounts) === entry.amount) return amounts;
  const net = amounts.map((amount, at) => {
    const one = details[at];
    const charges = one === undefined ? null : chargesOf(one);
    return charges?.currency === entry.currency
      ? sumDecimals([amount, negate(charges.amount)])
      : amount;
  });
  return sumDecimals(net) === entry.amount ? net : null;
}

/**
 * One line for an entry whose transactions do not add up to its amount. It has the texts of all of them, in
 * which the import looks for codes.
 */
function combinedLine(entry: Entry, details: readonly XmlElement[]): ParsedLine {
  const texts = details.map((one) => remittanceOf(one) ?? '');
  const line = lineOf(entry, entry.amount, null);
  return { ...line, text: [...new Set(texts)].join(' ').trim() || line.text };
}

/** Adds a line for each transaction of an entry (`Ntry`). Entries that are not booked are left out. */
export function addEntry(element: XmlElement, account: string, collector: LineCollector): void {
  if (!isBooked(element)) {
    collector.skip('pending', element.line);
    return;
  }
  const entry = readEntry(element, account);
  const details = findElements(element, 'NtryDtls', 'TxDtls');
  if (details.length <= 1) {
    const size = Number(findText(element, 'NtryDtls', 'Btch', 'NbOfTxs') ?? '1');
    if (details.length === 0 && size > 1) collector.skip('batch-without-details', element.line);
    collector.add(lineOf(entry, entry.amount, details[0] ?? null));
    return;
  }
  const amounts = transactionAmounts(entry, details);
  if (amounts === null) {
    collector.skip('batch-without-details', element.line);
    collector.add(combinedLine(entry, details));
    return;
  }
  for (const [at, one] of details.entries()) {
    collector.add(lineOf(entry, amounts[at] ?? '0', one));
  }
}
