import { useInfiniteQuery } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import { DataTable, type DataColumn } from '../../components/data/data-table.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { formatAmount } from '../../lib/format-amount.ts';
import { formatTimestamp, shortId } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { customerRecordsQuery, type CustomerRecord } from './customer-records-api.ts';

const SKELETON_ROWS = 3;

const KIND_LABELS: Partial<Record<string, string>> = {
  card_order: m.records_kind_card_order(),
  mobile_recharge: m.records_kind_mobile_recharge(),
};

const COLUMNS: readonly DataColumn<CustomerRecord>[] = [
  {
    header: m.records_record(),
    cell: ({ id, kind }) => (
      <span className="flex flex-col max-lg:items-end">
        <Link
          to={`/admin/records/${id}`}
          className="font-mono text-sm font-semibold text-link underline-offset-4 hover:underline"
        >
          {shortId(id)}
        </Link>
        <span className="text-xs text-muted-foreground">{KIND_LABELS[kind] ?? kind}</span>
      </span>
    ),
  },
  {
    header: m.common_amount(),
    cell: ({ amount, currency }) => (
      <span className="tabular font-semibold whitespace-nowrap">
        {formatAmount(amount, currency)}
      </span>
    ),
  },
  { header: m.records_status(), cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: m.admin_submitted(),
    cell: ({ submittedAt }) => (
      <span className="whitespace-nowrap">{formatTimestamp(submittedAt)}</span>
    ),
  },
];

/** The orders and recharges of a customer, page by page. */
export function RecordsCard({ adminId, id }: { adminId: string; id: string }) {
  const records = useInfiniteQuery(customerRecordsQuery(adminId, id));
  const rows = records.data?.pages.flatMap((page) => page.rows);
  return (
    <Card className="overflow-clip">
      <CardHeader className="pb-4 sm:pb-5">
        <CardTitle>{m.account_admin_records()}</CardTitle>
      </CardHeader>
      {rows === undefined && records.isError ? (
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.records_the_records()}
          query={records}
        />
      ) : rows?.length === 0 ? (
        <EmptyState icon={Receipt} title={m.account_admin_no_records()} className="pt-2" />
      ) : (
        <DataTable
          label={m.account_admin_records()}
          columns={COLUMNS}
          rows={rows}
          rowKey={(record) => record.id}
          skeletonRowCount={SKELETON_ROWS}
        />
      )}
      {records.hasNextPage && (
        <div className="border-t px-5 py-4 sm:px-6">
          <Button
            variant="outline"
            size="sm"
            busy={records.isFetchingNextPage}
            onClick={() => void records.fetchNextPage()}
          >
            {m.account_admin_show_more_records()}
          </Button>
        </div>
      )}
    </Card>
  );
}
