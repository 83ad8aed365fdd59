import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { DataTable, type DataColumn } from '../../components/data/data-table.tsx';
import { Alert, AlertDescription } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { formatExactAmount } from '../../lib/format-amount.ts';
import { formatCount, formatList, formatPlainDate } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import type { BankLineInput } from './bank-line-input.ts';
import { accountCheckQuery } from './import-api.ts';
import type { StatementSummary } from './worker-protocol.ts';

const PREVIEW_COLUMNS: readonly DataColumn<BankLineInput>[] = [
  {
    header: m.statements_booking_date(),
    cell: ({ booking_date: date }) => formatPlainDate(date),
    className: 'lg:min-w-36',
  },
  { header: m.statements_counterparty(), cell: (line) => line.counterparty_name ?? '–' },
  {
    header: m.statements_text(),
    cell: (line) => <span className="line-clamp-2 wrap-anywhere">{line.remittance_text}</span>,
  },
  {
    header: m.common_amount(),
    cell: ({ amount, currency }) => (
      <span className="tabular font-semibold">{formatExactAmount(amount, currency)}</span>
    ),
    className: 'text-end',
  },
];

interface FilePreviewProps {
  adminId: string;
  summary: StatementSummary;
  onImport: () => void;
  /** Null for a format without columns. */
  onMap: (() => void) | null;
}

/** What a file contains, before its lines are sent. An account without earlier lines needs a confirmation. */
export function FilePreview({ adminId, summary, onImport, onMap }: FilePreviewProps) {
  const [isConfirmed, setIsConfirmed] = useState(false);
  const checkId = useId();
  const check = useQuery(accountCheckQuery(adminId, summary.accounts));
  const { refused, unknown } = check.data ?? { refused: [], unknown: [] };
  if (summary.lineCount === 0) {
    return (
      <Alert>
        <AlertDescription>{m.statements_no_lines()}</AlertDescription>
      </Alert>
    );
  }
  return (
    <>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
        <Fact name={m.statements_lines()}>
          {m.statements_line_count({
            count: summary.lineCount,
            formatted: formatCount(summary.lineCount),
          })}
        </Fact>
        <Fact name={m.statements_own_account()}>
          <bdi className="tabular wrap-anywhere">{formatList(summary.accounts)}</bdi>
        </Fact>
        <Fact name={m.statements_period()}>
          {formatPlainDate(summary.firstDate)} – {formatPlainDate(summary.lastDate)}
        </Fact>
      </dl>
      {summary.skippedCount > 0 && (
        <p className="text-sm text-muted-foreground">
          {m.statements_skipped({
            count: summary.skippedCount,
            formatted: formatCount(summary.skippedCount),
          })}
        </p>
      )}
      <div className="overflow-clip rounded-lg border">
        <DataTable
          label={m.statements_first_lines()}
          columns={PREVIEW_COLUMNS}
          rows={summary.preview}
          rowKey={({ line_key: key }) => key}
          skeletonRowCount={0}
        />
      </div>
      {refused.length > 0 && (
        <Alert variant="destructive" role="alert">
          <AlertDescription>
            {m.statements_other_account({ account: formatList(refused) })}
          </AlertDescription>
        </Alert>
      )}
      {unknown.length > 0 && (
        <Alert variant="warning">
          <AlertDescription className="flex flex-col gap-2">
            <p>{m.statements_new_account({ account: formatList(unknown) })}</p>
            <label htmlFor={checkId} className="flex items-start gap-2.5 font-semibold">
              <input
                id={checkId}
                type="checkbox"
                className="mt-1 size-4.5 shrink-0 accent-primary"
                checked={isConfirmed}
                onChange={({ target }) => setIsConfirmed(target.checked)}
              />
              {m.statements_is_our_account()}
            </label>
          </AlertDescription>
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          busy={check.isPending}
          disabled={refused.length > 0 || (unknown.length > 0 && !isConfirmed)}
          onClick={onImport}
        >
          {m.statements_import_lines()}
        </Button>
        {onMap !== null && (
          <Button variant="outline" onClick={onMap}>
            {m.statements_change_columns()}
          </Button>
        )}
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
