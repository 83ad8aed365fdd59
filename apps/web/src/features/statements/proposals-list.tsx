import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckCheck, CircleCheckBig } from 'lucide-react';
import { useState } from 'react';
import { KeysetPager } from '../../components/data/keyset-pager.tsx';
import { DataTable, type DataColumn } from '../../components/data/data-table.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { toast, type ToastMessage } from '../../components/ui/toast-store.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { formatCount, shortId } from '../../lib/format.ts';
import { useSearchParamState } from '../../lib/use-search-param-state.ts';
import { m } from '../../paraglide/messages.js';
import { useChangeErrorToast } from '../../session/require-session.ts';
import { refreshStatements } from './import-api.ts';
import { identifyingColumns } from './identifying-columns.tsx';
import { LineAmount, RecordLink } from './line-cells.tsx';
import { confirmLinks, proposalsQuery, type Confirmation, type Proposal } from './lines-api.ts';

const SKELETON_ROWS = 5;

/** Payments that match a record. One press approves those of the page that are selected. */
export function ProposalsList({ adminId }: { adminId: string }) {
  const { read } = useSearchParamState();
  const after = read('after');
  const proposals = useQuery(proposalsQuery(adminId, after));
  /** All rows of the page are selected, except for these. */
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const queries = useQueryClient();
  const showError = useChangeErrorToast();
  const confirming = useMutation({
    mutationFn: (ids: string[]) => confirmLinks(adminId, ids),
    onSuccess: (confirmation) => toast(confirmationToast(confirmation)),
    onError: (error) => showError(m.statements_not_approved(), error),
    onSettled: () => refreshStatements(queries, adminId),
  });
  const rows = proposals.data?.rows;
  const selected = rows?.filter(({ link }) => !excluded.has(link.id)) ?? [];

  function toggle(linkId: string) {
    const next = new Set(excluded);
    if (!next.delete(linkId)) next.add(linkId);
    setExcluded(next);
  }

  return (
    <Card className="overflow-clip">
      <CardHeader className="flex-wrap items-start justify-between gap-4 pb-4 sm:flex-row sm:pb-5">
        <div className="flex min-w-0 flex-col gap-1">
          <CardTitle>{m.statements_proposals()}</CardTitle>
          <CardDescription>{m.statements_proposals_description()}</CardDescription>
        </div>
        {selected.length > 0 && (
          <Button
            busy={confirming.isPending}
            onClick={() => confirming.mutate(selected.map(({ link }) => link.id))}
          >
            {!confirming.isPending && <CheckCheck aria-hidden="true" />}
            {m.statements_approve_count({
              count: selected.length,
              formatted: formatCount(selected.length),
            })}
          </Button>
        )}
      </CardHeader>
      {proposals.errorUpdateCount > 0 && rows === undefined ? (
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.statements_the_proposals()}
          query={proposals}
        />
      ) : rows?.length === 0 ? (
        <EmptyState
          icon={CircleCheckBig}
          title={m.statements_no_proposals()}
          description={m.statements_no_proposals_description()}
        />
      ) : (
        <DataTable
          label={m.statements_proposals()}
          columns={proposalColumns(excluded, toggle)}
          rows={rows}
          rowKey={({ link }) => link.id}
          skeletonRowCount={SKELETON_ROWS}
          isStale={proposals.isPlaceholderData}
        />
      )}
      {proposals.data && (
        <KeysetPager label={m.statements_proposals()} after={after} next={proposals.data.next} />
      )}
    </Card>
  );
}

function confirmationToast({ approved, firstApproved, refused }: Confirmation): ToastMessage {
  const counted = (count: number) => ({ count, formatted: formatCount(count) });
  const rest = [
    ...(firstApproved > 0 ? [m.statements_need_second_approval(counted(firstApproved))] : []),
    ...(refused > 0 ? [m.statements_refused_count(counted(refused))] : []),
  ];
  return {
    title: m.statements_approved_count(counted(approved)),
    ...(rest.length > 0 ? { description: rest.join(' ') } : {}),
    ...(refused > 0 ? { variant: 'destructive' } : {}),
  };
}

function proposalColumns(
  excluded: ReadonlySet<string>,
  onToggle: (linkId: string) => void,
): DataColumn<Proposal>[] {
  return [
    {
      header: m.statements_approve(),
      cell: ({ link }) => (
        <input
          type="checkbox"
          className="size-5 accent-primary"
          aria-label={m.statements_select_record({ id: shortId(link.record_id) })}
          checked={!excluded.has(link.id)}
          onChange={() => onToggle(link.id)}
        />
      ),
    },
    ...identifyingColumns<Proposal>(({ line }) => line),
    {
      header: m.statements_paid(),
      cell: ({ line }) => <LineAmount line={line} />,
      className: 'text-end',
    },
    {
      header: m.records_record(),
      cell: ({ link }) => (
        <span className="flex flex-col max-lg:items-end">
          <RecordLink id={link.record_id} />
          <span className="tabular text-sm text-muted-foreground">
            {formatAmount(link.record.amount, link.record.currency)}
          </span>
        </span>
      ),
    },
  ];
}
