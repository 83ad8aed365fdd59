import { headerKey, type TableMapping } from './mapping.ts';

/** The columns of the list in which a cash agent reports receipts. See docs/statement-sources.md. */
export const AGENT_RECEIPT_HEADER: readonly string[] = [
  'Receipt no',
  'Date',
  'Name',
  'Amount',
  'Currency',
  'Reference',
  'Agent',
];

export const AGENT_RECEIPT_MAPPING: TableMapping = {
  headerKey: headerKey(AGENT_RECEIPT_HEADER),
  columns: [
    'bankReference',
    'bookingDate',
    'counterpartyName',
    'amount',
    'currency',
    'text',
    'account',
  ],
  dateFormat: 'ymd',
  decimalMark: '.',
};
