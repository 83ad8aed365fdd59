import type { DataColumn } from '../../components/data/data-table.tsx';
import { formatPlainDate } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import type { BankLine } from './bank-line.ts';
import { Payer, RemittanceText } from './line-cells.tsx';

/** The columns by which a line is recognized, for rows that are a line or have one. */
export function identifyingColumns<Row>(lineOf: (row: Row) => BankLine): DataColumn<Row>[] {
  return [
    {
      header: m.statements_booking_date(),
      cell: (row) => formatPlainDate(lineOf(row).booking_date),
      className: 'lg:min-w-32',
    },
    {
      header: m.statements_counterparty(),
      cell: (row) => <Payer line={lineOf(row)} />,
      className: 'lg:min-w-40',
    },
    {
      header: m.statements_text(),
      cell: (row) => <RemittanceText line={lineOf(row)} />,
      className: 'lg:min-w-52',
    },
  ];
}
