import type { DataColumn } from '../../components/data/data-table.tsx';
import type { CsvSource } from '../../components/data/export-csv-button.tsx';
import { Button } from '../../components/ui/button.tsx';
import { formatAmount } from '../../lib/format-amount.ts';
import { m } from '../../paraglide/messages.js';
import type { BankLine, LineLink } from './bank-line.ts';
import { identifyingColumns } from './identifying-columns.tsx';
import { LineAmount, LineState, RecordLink } from './line-cells.tsx';
import type { LineFilter } from './line-filter.ts';
import { caseReasonLabel, sourceLabel, stateLabel } from './line-texts.ts';
import { everyLine } from './lines-api.ts';

const BASE_COLUMNS: readonly DataColumn<BankLine>[] = [
  ...identifyingColumns<BankLine>((line) => line),
  {
    header: m.common_amount(),
    cell: (line) => <LineAmount line={line} />,
    className: 'text-end',
  },
];

interface LineActions {
  /** False for links that this administrator has made or confirmed. */
  canUndo: (link: LineLink) => boolean;
  onUndo: (link: LineLink) => void;
  onReopen: (line: BankLine) => void;
}

export function lineColumns({ canUndo, onUndo, onReopen }: LineActions): DataColumn<BankLine>[] {
  return [
    ...BASE_COLUMNS,
    {
      header: m.statements_status(),
      cell: (line) => (
        <span className="flex flex-col items-start gap-1 max-lg:items-end">
          <LineState line={line} />
          {isClosedByAdministrator(line) && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={m.statements_reopen_line_of({
                amount: formatAmount(line.amount, line.currency),
              })}
              onClick={() => onReopen(line)}
            >
              {m.statements_reopen()}
            </Button>
          )}
        </span>
      ),
    },
    {
      header: m.statements_records(),
      cell: ({ links }) => (
        <span className="flex flex-col items-start gap-1 max-lg:items-end">
          {!links.some(isKept) && '–'}
          {links.filter(isKept).map((link) => (
            <span key={link.id} className="flex items-center gap-2">
              <RecordLink id={link.record_id} />
              {link.state === 'confirmed' && canUndo(link) && (
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={m.statements_undo_link_of({ id: link.record_id.slice(0, 8) })}
                  onClick={() => onUndo(link)}
                >
                  {m.statements_undo()}
                </Button>
              )}
            </span>
          ))}
        </span>
      ),
      className: 'lg:min-w-36',
    },
  ];
}

/** Money that left the account is ignored by itself. */
const isClosedByAdministrator = ({ state, case_reason: reason }: BankLine) =>
  state === 'ignored' && reason !== 'outgoing';

const isKept = ({ state }: LineLink) => state !== 'undone';

/** All matching lines as a table. `toCsv` keeps texts of strangers from being formulas. */
export function linesCsv(filter: LineFilter): CsvSource<BankLine> {
  return {
    pages: () => everyLine(filter),
    columns: [
      { header: m.statements_booking_date(), value: (line) => line.booking_date },
      { header: m.statements_own_account(), value: ({ account }) => account },
      { header: m.common_amount(), value: ({ amount }) => amount },
      { header: m.common_currency(), value: ({ currency }) => currency },
      { header: m.statements_counterparty(), value: (line) => line.counterparty_name },
      { header: m.statements_counterparty_account(), value: (line) => line.counterparty_iban },
      { header: m.statements_text(), value: (line) => line.remittance_text },
      { header: m.statements_end_to_end_id(), value: (line) => line.end_to_end_id },
      { header: m.statements_bank_reference(), value: (line) => line.bank_reference },
      { header: m.statements_source(), value: ({ source }) => sourceLabel(source) },
      { header: m.statements_status(), value: ({ state }) => stateLabel(state) },
      {
        header: m.statements_reason(),
        value: ({ case_reason: reason }) => (reason === null ? null : caseReasonLabel(reason)),
      },
      {
        header: m.statements_records(),
        value: ({ links }) =>
          links
            .filter(isKept)
            .map((link) => link.record_id)
            .join(' '),
      },
    ],
  };
}
