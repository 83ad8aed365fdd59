import { StatementError } from '../statement-error.ts';
import type { Money } from '../statement-line.ts';
import { readAmount, readCurrency, signed } from '../read-values.ts';
import { sumDecimals } from '../sum-decimals.ts';
import { findElement, findElements, findText, type XmlElement } from './xml-elements.ts';

/** The amount of an element such as `<Amt Ccy="EUR">12.50</Amt>`. The standard forbids a sign. */
export function moneyOf(element: XmlElement): Money {
  const source = { field: element.name, line: element.line };
  const amount = readAmount(element.text.trim(), source);
  if (amount.startsWith('-')) {
    throw new StatementError('amount-invalid', element.line, {
      field: element.name,
      value: amount,
    });
  }
  const { Ccy } = element.attributes;
  if (Ccy === undefined) throw new StatementError('field-missing', element.line, { field: 'Ccy' });
  return { amount, currency: readCurrency(Ccy, element.line) };
}

/** Whether the element is a debit; null if it does not say. */
export function isDebit(element: XmlElement): boolean | null {
  const indicator = findElement(element, 'CdtDbtInd');
  if (indicator === undefined) return null;
  const text = indicator.text.trim();
  if (text === 'DBIT') return true;
  if (text === 'CRDT') return false;
  throw new StatementError('field-malformed', indicator.line, { field: 'CdtDbtInd' });
}

/** The charges of an entry or of a transaction, in the structure of any version. */
export function chargesOf(element: XmlElement): Money | null {
  const charges = findElements(element, 'Chrgs');
  const records = charges.flatMap((one) => {
    const parts = findElements(one, 'Rcrd');
    return parts.length > 0 ? parts : [one];
  });
  const amounts = records
    .filter((record) => isDebit(record) !== false)
    .map((record) => findElement(record, 'Amt') ?? findElement(record, 'TtlChrgsAndTaxAmt'))
    .filter((amount) => amount !== undefined)
    .map(moneyOf);
  const [first] = amounts;
  if (first === undefined) return null;
  const { currency } = first;
  const sameCurrency = amounts.filter((amount) => amount.currency === currency);
  const amount = sumDecimals(sameCurrency.map((one) => one.amount));
  return amount === '0' ? null : { amount, currency };
}

/** The amount of one transaction of an entry with its sign, in the currency of the account, if it is there. */
export function transactionAmount(
  details: XmlElement,
  currency: string,
  entryIsDebit: boolean,
): string | null {
  const element = findElement(details, 'Amt') ?? findElement(details, 'AmtDtls', 'TxAmt', 'Amt');
  if (element === undefined) return null;
  const money = moneyOf(element);
  return money.currency === currency
    ? signed(money.amount, isDebit(details) ?? entryIsDebit)
    : null;
}

/** What the payer instructed, if that is another amount. */
export function instructedOf(element: XmlElement, booked: Money): Money | null {
  const amount = findElement(element, 'AmtDtls', 'InstdAmt', 'Amt');
  if (amount === undefined || findText(amount) === null) return null;
  const money = moneyOf(amount);
  return money.currency === booked.currency && money.amount === booked.amount ? null : money;
}
