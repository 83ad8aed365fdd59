import { absolute } from '../../src/read-values.ts';
import type { Movement, Statement } from './movement.ts';

export interface TableStyle {
  readonly delimiter: ';' | ',' | '\t' | '|';
  readonly date: 'ymd' | 'dmy' | 'mdy' | 'points';
  readonly decimalMark: '.' | ',';
  /** The mark of thousands; 'india' groups by two. */
  readonly grouping: '' | '.' | ',' | "'" | ' ' | 'india';
  readonly amounts: 'signed' | 'split' | 'sign-column' | 'minus-last' | 'parentheses';
}

function writeDate(date: string | null, { date: format }: TableStyle): string {
  const [year = '', month = '', day = ''] = (date ?? '').split('-');
  switch (format) {
    case 'ymd':
      return date ?? '';
    case 'points':
      return `${day}.${month}.${year}`;
    case 'dmy':
      return `${day}/${month}/${year}`;
    case 'mdy':
      return `${month}/${day}/${year}`;
  }
}

function group(whole: string, grouping: TableStyle['grouping']): string {
  if (grouping === '') return whole;
  if (grouping !== 'india') return whole.replace(/\B(?=(\d{3})+$)/g, grouping);
  return whole.replace(/\B(?=(\d{2})*(\d{3})$)/g, ',');
}

function writeAmount(amount: string, { grouping, decimalMark }: TableStyle): string {
  const [whole = '0', fraction = ''] = absolute(amount).split('.');
  return `${group(whole, grouping)}${decimalMark}${fraction.padEnd(2, '0')}`;
}

function amountCells(amount: string, style: TableStyle): string[] {
  const plain = writeAmount(amount, style);
  const isDebit = amount.startsWith('-');
  switch (style.amounts) {
    case 'signed':
      return [isDebit ? `-${plain}` : plain];
    case 'minus-last':
      return [isDebit ? `${plain}-` : plain];
    case 'parentheses':
      return [isDebit ? `(${plain})` : plain];
    case 'split':
      return isDebit ? [plain, ''] : ['', plain];
    case 'sign-column':
      return [plain, isDebit ? 'DR' : 'CR'];
  }
}

const AMOUNT_HEADERS = {
  signed: ['Amount'],
  'minus-last': ['Amount'],
  parentheses: ['Amount'],
  split: ['Debit', 'Credit'],
  'sign-column': ['Amount', 'Dr/Cr'],
} as const;

function rowOf(movement: Movement, account: string, style: TableStyle): string[] {
  return [
    account,
    writeDate(movement.bookingDate, style),
    writeDate(movement.valueDate, style),
    movement.counterpartyName ?? '',
    movement.counterpartyAccount ?? '',
    movement.text,
    movement.endToEndId ?? '',
    movement.bankReference ?? '',
    ...amountCells(movement.amount, style),
    movement.currency,
  ];
}

/** One table with all statements. All cells have quotes. */
export function renderTable(statements: readonly Statement[], style: TableStyle): string {
  const header = [
    ...['Account', 'Booking date', 'Value date', 'Counterparty', 'IBAN', 'Description'],
    ...['End-to-end ID', 'Transaction ID', ...AMOUNT_HEADERS[style.amounts], 'Currency'],
  ];
  const rows = statements.flatMap(({ account, movements }) =>
    movements.map((movement) => rowOf(movement, account, style)),
  );
  return [header, ...rows]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(style.delimiter))
    .join('\n');
}
