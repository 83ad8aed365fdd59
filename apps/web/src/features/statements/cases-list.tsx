import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { KeysetPager } from '../../components/data/keyset-pager.tsx';
import { DataTable, type DataColumn } from '../../components/data/data-table.tsx';
import { LazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import {} from '../../lib/format.ts';
import { useSearchParamState } from '../../lib/use-search-param-state.ts';
import { m } from '../../paraglide/messages.js';
import type { PaymentCase } from './bank-line.ts';
import { casesQuery } from './cases-api.ts';
import { identifyingColumns } from './identifying-columns.tsx';
import { LineAmount, RecordLink } from './line-cells.tsx';
import { caseReasonLabel } from './line-texts.ts';

const SKELETON_ROWS = 5;
const CaseDialog = lazyComponent(() => import('./case-dialog.tsx'));

/** Lines that an administrator decides, with the reason and the likeliest records. */
export function CasesList({ adminId }: { adminId: string }) {
  const { read } = useSearchParamState();
  const after = read('after');
  const cases = useQuery(casesQuery(adminId, after));
  const [opened, setOpened] = useState<PaymentCase | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const columns = caseColumns((opening) => {
    setOpened(opening);
    setIsOpen(true);
  });

  return (
    <Card className="overflow-clip">
      <CardHeader className="pb-4 sm:pb-5">
        <CardTitle>{m.statements_cases()}</CardTitle>
        <CardDescription>{m.statements_cases_description()}</CardDescription>
      </CardHeader>
      {cases.errorUpdateCount > 0 && cases.data === undefined ? (
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.statements_the_cases()}
          query={cases}
        />
      ) : cases.data?.rows.length === 0 ? (
        <EmptyState
          icon={CircleCheckBig}
          title={m.statements_no_cases()}
          description={m.statements_no_cases_description()}
        />
      ) : (
        <DataTable
          label={m.statements_cases()}
          columns={columns}
          rows={cases.data?.rows}
          rowKey={({ line }) => line.id}
          skeletonRowCount={SKELETON_ROWS}
          isStale={cases.isPlaceholderData}
        />
      )}
      {cases.data && (
        <KeysetPager label={m.statements_cases()} after={after} next={cases.data.next} />
      )}
      {opened && (
        <LazyDialog isOpen={isOpen}>
          <CaseDialog
            key={opened.line.id}
            adminId={adminId}
            opened={opened}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </LazyDialog>
      )}
    </Card>
  );
}

function caseColumns(onDecide: (opening: PaymentCase) => void): DataColumn<PaymentCase>[] {
  return [
    {
      header: m.statements_reason(),
      cell: ({ line }) => (
        <Badge variant="warning">{caseReasonLabel(line.case_reason ?? 'unknown')}</Badge>
      ),
      className: 'lg:min-w-40',
    },
    ...identifyingColumns<PaymentCase>(({ line }) => line),
    {
      header: m.common_amount(),
      cell: ({ line }) => <LineAmount line={line} />,
      className: 'text-end',
    },
    {
      header: m.statements_likely_records(),
      cell: ({ likely }) => (
        <span className="flex flex-wrap gap-x-3 gap-y-1 max-lg:justify-end">
          {likely.length === 0 && '–'}
          {likely.map(({ record_id: id }) => (
            <RecordLink key={id} id={id} />
          ))}
        </span>
      ),
    },
    {
      header: m.statements_action(),
      cell: (opening) => (
        <Button
          variant="outline"
          size="sm"
          aria-label={m.statements_decide_case_of({
            payer: opening.line.counterparty_name ?? opening.line.remittance_text ?? '–',
          })}
          onClick={() => onDecide(opening)}
        >
          {m.statements_decide()}
        </Button>
      ),
      className: 'lg:sticky lg:end-0 lg:bg-card lg:text-end',
    },
  ];
}
