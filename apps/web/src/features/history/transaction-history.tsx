import { TRANSACTION_HISTORY_LIMIT } from '@beaconpay/domain';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { Link } from '../../components/navigation/link.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { ExportCsvButton } from '../../components/data/export-csv-button.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { afterFetch } from '../../lib/after-fetch.ts';
import { formatCount } from '../../lib/format.ts';
import {
  followTransactions,
  paymentRecordsQuery,
  transactionHistoryQuery,
  type Transaction,
} from './api.ts';
import { historyTable } from './history-table.ts';
import { StatusNews } from './status-news.tsx';
import { TransactionItem } from './transaction-item.tsx';
import { m } from '../../paraglide/messages.js';

const SKELETON_ROWS = 3;

/**
 * The transactions of the user, each with its record and the notes of the reviewer. Older ones load on
 * request.
 */
export function TransactionHistory({ userId }: { userId: string }) {
  const history = useInfiniteQuery(transactionHistoryQuery(userId));
  const pages = history.data?.pages;
  const shown = useMemo(() => pages?.flat() ?? [], [pages]);
  const shownCount = shown.length;
  const queries = useQueryClient();
  const isShown = pages !== undefined;
  useEffect(
    () => (isShown ? followTransactions(queries, userId) : undefined),
    [queries, userId, isShown],
  );

  return (
    <Card>
      <CardHeader className="gap-4 sm:flex-row sm:items-start sm:justify-between">
        <div className="flex flex-col gap-1">
          <CardTitle>{m.common_transaction_history()}</CardTitle>
          <CardDescription>
            {m.history_your_count_most_recent({ count: TRANSACTION_HISTORY_LIMIT })}
          </CardDescription>
        </div>
        {history.isPending && history.errorUpdateCount === 0 && (
          <Skeleton className="h-11 w-32 sm:h-9" />
        )}
        {shownCount > 0 && (
          <ExportCsvButton
            name="beaconpay-history"
            what={m.history_full_history()}
            source={historyTable(userId)}
            className="self-start"
          />
        )}
      </CardHeader>
      <CardContent className="pt-3 sm:pt-3">
        {pages !== undefined && shownCount === 0 ? (
          <NoTransactions />
        ) : pages !== undefined ? (
          <>
            <StatusNews transactions={shown} />
            <ul className="divide-y" aria-label={m.history_transactions()}>
              {pages.map((page, index) => (
                <HistoryPage key={index} userId={userId} transactions={page} />
              ))}
            </ul>
            {shownCount >= TRANSACTION_HISTORY_LIMIT && (
              <OlderTransactions
                shownCount={shownCount}
                isThereMore={history.hasNextPage}
                isLoading={history.isFetchingNextPage}
                onShow={() =>
                  void afterFetch(queries, transactionHistoryQuery(userId).queryKey, () =>
                    history.fetchNextPage(),
                  )
                }
              />
            )}
          </>
        ) : history.errorUpdateCount > 0 ? (
          <LoadError
            title={m.history_oops_something_went_wrong()}
            what={m.history_your_transactions()}
            query={history}
          />
        ) : (
          <TransactionSkeletons />
        )}
      </CardContent>
    </Card>
  );
}

function NoTransactions() {
  return (
    <EmptyState
      icon={ReceiptText}
      title={m.history_no_transactions_yet()}
      description={m.history_order_card_or_top_up_phone_and()}
      action={
        <Button variant="outline" asChild>
          <Link to="/cards">{m.history_order_a_card()}</Link>
        </Button>
      }
    />
  );
}

interface HistoryPageProps {
  userId: string;
  transactions: readonly Transaction[];
}

function HistoryPage({ userId, transactions }: HistoryPageProps) {
  const records = useQuery(paymentRecordsQuery(userId, transactions));
  return transactions.map((transaction) => (
    <TransactionItem
      key={transaction.id}
      transaction={transaction}
      record={records.data?.[transaction.related_order_id ?? '']}
      isRecordMissing={records.isError}
      onRetryRecord={() => void records.refetch()}
    />
  ));
}

interface OlderTransactionsProps {
  shownCount: number;
  isThereMore: boolean;
  isLoading: boolean;
  onShow: () => void;
}

function OlderTransactions({ shownCount, isThereMore, isLoading, onShow }: OlderTransactionsProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
      <p role="status" className="tabular text-sm text-muted-foreground">
        {isThereMore
          ? m.history_showing_count_most_recent({ count: formatCount(shownCount) })
          : m.history_showing_all_count({ count: formatCount(shownCount) })}
      </p>
      <Button
        variant="outline"
        size="sm"
        // Not disabled, because a disabled button loses the focus.
        aria-disabled={!isThereMore || undefined}
        busy={isLoading}
        onClick={isThereMore ? onShow : undefined}
      >
        {m.history_show_older_transactions()}
      </Button>
    </div>
  );
}

function TransactionSkeletons() {
  return (
    <div aria-busy="true" className="divide-y">
      <span role="status" className="sr-only">
        {m.common_loading()}
      </span>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div key={index} className="flex gap-3 py-4 sm:items-center sm:gap-4">
          <Skeleton className="size-11 shrink-0 rounded-full" />
          <div className="flex min-h-29 flex-1 flex-col gap-2 sm:min-h-0 sm:flex-row sm:justify-between">
            <div className="flex flex-col gap-2">
              <Skeleton className="h-5 w-40 max-w-full" />
              <Skeleton className="h-4 w-28" />
            </div>
            <div className="flex flex-col gap-2 sm:items-end">
              <Skeleton className="h-5 w-20" />
              <Skeleton className="h-5 w-28" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
