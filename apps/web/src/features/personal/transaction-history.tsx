import { TRANSACTION_HISTORY_LIMIT } from '@beaconpay/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, ReceiptText } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
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
import { useErrorToast } from '../../components/use-error-toast.ts';
import {
  followTransactions,
  paymentRecordsQuery,
  transactionHistoryQuery,
  type Transaction,
} from './api.ts';
import { StatusNews } from './status-news.tsx';
import { TransactionItem } from './transaction-item.tsx';

const SKELETON_ROWS = 4;

/** The user's newest transactions, each with its record and what the reviewer wrote. */
export function TransactionHistory({ userId }: { userId: string }) {
  const history = useQuery(transactionHistoryQuery(userId));
  useErrorToast('Error Fetching Transactions', history.error);
  const queries = useQueryClient();
  const isShown = history.data !== undefined;
  useEffect(
    () => (isShown ? followTransactions(queries, userId) : undefined),
    [queries, userId, isShown],
  );

  return (
    <Card>
      <CardHeader>
        <CardTitle>Transaction History</CardTitle>
        <CardDescription>
          Your {TRANSACTION_HISTORY_LIMIT} newest transactions, newest first.
        </CardDescription>
      </CardHeader>
      <CardContent className="pt-3 sm:pt-3">
        {history.data ? (
          <TransactionList userId={userId} transactions={history.data} />
        ) : history.isError ? (
          <EmptyState
            icon={CircleAlert}
            title="Oops! Something went wrong."
            description="Your transactions could not be loaded."
            action={
              <Button variant="outline" onClick={() => void history.refetch()}>
                Try Again
              </Button>
            }
          />
        ) : (
          <TransactionSkeletons />
        )}
      </CardContent>
    </Card>
  );
}

interface TransactionListProps {
  userId: string;
  transactions: readonly Transaction[];
}

function TransactionList({ userId, transactions }: TransactionListProps) {
  const records = useQuery(paymentRecordsQuery(userId, transactions));
  if (transactions.length === 0) {
    return (
      <EmptyState
        icon={ReceiptText}
        title="No transactions yet"
        description="Order a card or recharge a phone, and it shows up here."
        action={
          <Button variant="outline" asChild>
            <Link to="/cards">Order a card</Link>
          </Button>
        }
      />
    );
  }
  return (
    <>
      <StatusNews transactions={transactions} />
      <ul className="divide-y" aria-label="Transactions">
        {transactions.map((transaction) => (
          <TransactionItem
            key={transaction.id}
            transaction={transaction}
            record={records.data?.[transaction.related_order_id ?? '']}
            isRecordMissing={records.isError}
            onRetryRecord={() => void records.refetch()}
          />
        ))}
      </ul>
    </>
  );
}

function TransactionSkeletons() {
  return (
    <div aria-busy="true" className="divide-y">
      <span role="status" className="sr-only">
        Loading…
      </span>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div key={index} className="flex items-center gap-4 py-4">
          <Skeleton className="size-11 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-5 w-40 max-w-full" />
            <Skeleton className="h-4 w-28" />
          </div>
          <div className="flex flex-col items-end gap-2">
            <Skeleton className="h-5 w-20" />
            <Skeleton className="h-5 w-28" />
          </div>
        </div>
      ))}
    </div>
  );
}
