import { DataTable, type DataColumn } from '../../components/data/data-table.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { formatAmount } from '../../lib/format-amount.ts';
import { formatCount, formatMonth } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import type { CustomerOverview } from './customer.schema.ts';
import { monthlyTotals, type MonthlyTotal } from './monthly-totals.ts';

type Sum = 'approved' | 'pending' | 'rejected';

function sumColumn(header: string, sum: Sum): DataColumn<MonthlyTotal> {
  return {
    header,
    cell: (total) => (
      <span className="tabular whitespace-nowrap">{formatAmount(total[sum], total.currency)}</span>
    ),
    className: 'lg:text-end',
  };
}

const COLUMNS: readonly DataColumn<MonthlyTotal>[] = [
  {
    header: m.account_admin_month(),
    cell: ({ month }) => (
      <span className="font-semibold whitespace-nowrap">{formatMonth(month)}</span>
    ),
  },
  {
    header: m.account_admin_count(),
    cell: ({ count }) => <span className="tabular">{formatCount(count)}</span>,
    className: 'lg:text-end',
  },
  sumColumn(m.admin_approved(), 'approved'),
  sumColumn(m.account_admin_pending(), 'pending'),
  sumColumn(m.admin_rejected(), 'rejected'),
];

/** What the customer submitted per month, by result. Without records there is nothing to show. */
export function TotalsCard({ totals }: { totals: CustomerOverview['totals'] }) {
  const rows = monthlyTotals(totals);
  if (rows.length === 0) return null;
  return (
    <Card className="overflow-clip">
      <CardHeader className="pb-4 sm:pb-5">
        <CardTitle>{m.account_admin_totals()}</CardTitle>
      </CardHeader>
      <DataTable
        label={m.account_admin_totals()}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ month, currency }) => `${month} ${currency}`}
        skeletonRowCount={0}
      />
    </Card>
  );
}
