import { isIncomingTransaction } from '@beaconpay/domain';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { Badge } from '../../components/ui/badge.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { cn } from '../../lib/class-names.ts';
import { formatPlainDay } from '../../lib/format.ts';
import { sampleTransactions, type SampleTransaction } from './sample-transactions.ts';
import { formatSignedAmount } from '../../lib/format-amount.ts';
import { transactionTypeLabel } from '../../lib/transaction-type-label.ts';
import { m } from '../../paraglide/messages.js';

/** A fixed list of invented transactions, marked as examples. */
export function RecentTransactions() {
  return (
    <Card>
      <CardHeader>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <CardTitle>{m.payments_recent_transactions()}</CardTitle>
          <Badge variant="accent">{m.common_sample_data()}</Badge>
        </div>
        <CardDescription>{m.payments_sample_transactions_for_illustration()}</CardDescription>
      </CardHeader>
      <CardContent className="pt-2 sm:pt-2">
        <ul aria-label={m.payments_sample_transactions()} className="divide-y">
          {sampleTransactions.map((transaction) => (
            <SampleRow key={transaction.id} transaction={transaction} />
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

function SampleRow({ transaction }: { transaction: SampleTransaction }) {
  const { name, type, amount, currency, date } = transaction;
  const isIncoming = isIncomingTransaction(type);
  const Icon = isIncoming ? ArrowDownLeft : ArrowUpRight;
  return (
    <li className="flex items-center gap-3.5 py-3.5 max-[18rem]:flex-wrap">
      <span
        className={cn(
          'flex size-10 shrink-0 items-center justify-center rounded-full',
          isIncoming
            ? 'bg-success-surface text-success-text'
            : 'bg-secondary text-secondary-foreground',
        )}
      >
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="leading-6 font-semibold">{name}</span>
        <span className="text-sm leading-5 text-muted-foreground">
          {transactionTypeLabel(type)}
        </span>
      </span>
      <span className="ms-auto flex shrink-0 flex-col items-end">
        <bdi className={cn('tabular leading-6 font-bold', isIncoming && 'text-success-text')}>
          {formatSignedAmount(amount, currency, isIncoming)}
        </bdi>
        <time dateTime={date} className="text-sm leading-5 text-muted-foreground">
          {formatPlainDay(date)}
        </time>
      </span>
    </li>
  );
}
