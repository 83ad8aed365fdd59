import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { TryAgainLink } from '../../components/loading/try-again-link.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatAge } from '../../lib/format.ts';
import { EARLIER_RECORDS_SHOWN, earlierRecordsQuery } from './earlier-records-api.ts';
import type { PendingRecord } from './pending-record.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { m } from '../../paraglide/messages.js';

interface EarlierRecordsProps {
  adminId: string;
  record: PendingRecord;
}

/** The records that the customer submitted before the one under review, newest first. */
export function EarlierRecords({ adminId, record }: EarlierRecordsProps) {
  const earlier = useQuery(earlierRecordsQuery(adminId, record));
  return (
    <section
      aria-labelledby="earlier-records"
      aria-busy={earlier.isPending}
      className="flex flex-col gap-2"
    >
      <h3 id="earlier-records" className="font-bold">
        {m.admin_earlier_records_this_customer()}
      </h3>
      {earlier.data === undefined ? (
        earlier.isError ? (
          <p role="alert">
            {m.admin_we_couldnt_load_them()} <TryAgainLink onRetry={() => void earlier.refetch()} />
          </p>
        ) : (
          <Skeleton className="h-12 w-full" />
        )
      ) : earlier.data.length === 0 ? (
        <p className="text-muted-foreground">
          {m.admin_this_is_customers_first_order_or_recharge()}
        </p>
      ) : (
        <ul aria-labelledby="earlier-records" className="divide-y rounded-lg border">
          {earlier.data.map(({ id, title, amount, currency, status, submittedAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5"
            >
              <span className="min-w-0">
                <bdi className="font-semibold break-words">{title}</bdi>{' '}
                <span className="text-sm whitespace-nowrap text-muted-foreground">
                  {formatAge(submittedAt)}
                </span>
              </span>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="tabular font-semibold">{formatAmount(amount, currency)}</span>
                <StatusBadge status={status} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {earlier.data?.length === EARLIER_RECORDS_SHOWN && (
        <p className="text-sm text-muted-foreground">
          {m.admin_showing_the_count_most_recent({ count: EARLIER_RECORDS_SHOWN })}
        </p>
      )}
    </section>
  );
}
