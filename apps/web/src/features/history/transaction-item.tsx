import { isIncomingTransaction, PENDING_STATUS, statusTone } from '@beaconpay/domain';
import { ChevronDown, CircleX, MessageSquareText, PackageCheck, ReceiptText } from 'lucide-react';
import { useId, useState } from 'react';
import { DetailList, type Detail } from '../../components/data/detail-list.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { Reference } from '../../components/data/reference.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { TryAgainLink } from '../../components/loading/try-again-link.tsx';
import { Alert } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { cn } from '../../lib/class-names.ts';
import { formatTimestamp } from '../../lib/format.ts';
import { useSearchParamState } from '../../lib/use-search-param-state.ts';
import { RECORD_KINDS } from '../../payment/record-kinds.ts';
import { PayAnotherWay } from '../../payment/pay-another-way.tsx';
import { ReceivedPaymentNotice } from '../../payment/received-payment-notice.tsx';
import type { PaymentRecord, Transaction } from './api.ts';
import { deliveredItem, type Delivery } from './delivery.ts';
import { TransactionIcon } from './transaction-icon.tsx';
import { WhereItWasToBePaid } from './where-it-was-to-be-paid.tsx';
import { describeTransactionReference } from '../../payment/transaction-reference.ts';
import { formatSignedAmount } from '../../lib/format-amount.ts';
import { paymentMethodLabel } from '../../payment/payment-method-texts.ts';
import { transactionTypeLabel } from '../../lib/transaction-type-label.ts';
import { m } from '../../paraglide/messages.js';

interface TransactionItemProps {
  transaction: Transaction;
  /** The order or the recharge, after it has loaded. */
  record: PaymentRecord | undefined;
  /** The records could not be loaded. */
  isRecordMissing: boolean;
  onRetryRecord: () => void;
}

/** A transaction with the notes of the reviewer. It opens to show how it was paid. */
export function TransactionItem({
  transaction,
  record,
  isRecordMissing,
  onRetryRecord,
}: TransactionItemProps) {
  const { type, description, amount, currency, status, created_at } = transaction;
  const [isOpen, setIsOpen] = useState(false);
  const { write } = useSearchParamState();
  const detailsId = useId();
  const isIncoming = isIncomingTransaction(type);
  const isRefused = statusTone(status) === 'destructive';
  const Amount = isRefused ? 's' : 'span';
  const kind = type === 'recharge' ? 'mobile_recharge' : 'card_order';

  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex items-start gap-3 max-[18rem]:flex-wrap sm:items-center sm:gap-4">
        <TransactionIcon type={type} />
        <div className="flex min-w-0 flex-1 flex-col gap-x-6 gap-y-1.5 max-[18rem]:basis-full sm:flex-row sm:items-center sm:justify-between">
          <div className="min-w-0">
            <p className="font-semibold break-words">
              <bdi>{description}</bdi>
            </p>
            <p className="text-sm text-muted-foreground">
              {transactionTypeLabel(type)} · <bdi>{formatTimestamp(created_at)}</bdi>
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:shrink-0 sm:flex-col sm:items-end">
            <span className="tabular flex items-baseline gap-2">
              <Amount
                dir="auto"
                data-incoming={isIncoming}
                className={cn('font-bold', isIncoming && 'text-success-text')}
              >
                {formatSignedAmount(amount, currency, isIncoming)}
              </Amount>
              {isRefused && (
                <span className="text-sm font-semibold">
                  {isIncoming ? m.history_not_received() : m.history_not_charged()}
                </span>
              )}
            </span>
            <StatusBadge status={status} />
          </div>
        </div>
        {transaction.related_order_id !== null && (
          <Button
            variant="ghost"
            size="icon"
            className="-me-2 shrink-0"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            aria-label={m.history_details_of_description({ description })}
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronDown
              aria-hidden="true"
              className={cn('transition-transform', isOpen && 'rotate-180')}
            />
          </Button>
        )}
      </div>
      {record?.admin_notes && <ReviewNote note={record.admin_notes} isRejection={isRefused} />}
      {record?.received && status === PENDING_STATUS && (
        <ReceivedPaymentNotice
          payment={record.received}
          noun={RECORD_KINDS[kind].noun}
          code={record.payment_code}
          className="sm:ms-15"
        />
      )}
      {record?.delivery?.confirmation && <TopUpConfirmation delivery={record.delivery} />}
      {record && isRefused && (
        <div className="flex flex-wrap gap-3 sm:ms-15">
          <Button asChild variant="outline" size="sm">
            <Link to={RECORD_KINDS[kind].path}>{RECORD_KINDS[kind].another}</Link>
          </Button>
          <Button asChild variant="ghost" size="sm">
            <Link to="/support">{m.common_contact_support()}</Link>
          </Button>
        </div>
      )}
      <div id={detailsId} hidden={!isOpen} className="rounded-lg bg-muted p-4 sm:ms-15">
        {record ? (
          <div className="flex flex-col items-start gap-4">
            <RecordDetails record={record} />
            {record.reviewed_at === null && (
              <WhereItWasToBePaid record={record} transaction={transaction} />
            )}
            {status === PENDING_STATUS ? (
              <PayAnotherWay
                kind={kind}
                recordId={record.id}
                paymentMethod={record.payment_method}
              />
            ) : (
              <Button
                variant="outline"
                aria-label={m.history_receipt_for_description_time({
                  description,
                  time: formatTimestamp(created_at),
                })}
                onClick={() => write({ receipt: record.id }, { replace: true })}
              >
                <ReceiptText aria-hidden="true" />
                {m.history_receipt()}
              </Button>
            )}
          </div>
        ) : isRecordMissing ? (
          <Alert variant="destructive">
            {m.history_we_couldnt_load_details()} <TryAgainLink onRetry={onRetryRecord} />
          </Alert>
        ) : (
          <Skeleton className="h-12 w-full max-w-sm" />
        )}
      </div>
    </li>
  );
}

interface ReviewNoteProps {
  note: string;
  /** Contains the reason of a rejection. */
  isRejection: boolean;
}

function ReviewNote({ note, isRejection }: ReviewNoteProps) {
  const Icon = isRejection ? CircleX : MessageSquareText;
  return (
    <div
      data-slot="review-note"
      className={cn(
        'flex gap-2.5 rounded-lg px-4 py-3 text-[0.9375rem] leading-6 sm:ms-15',
        isRejection
          ? 'bg-destructive-surface text-destructive-text'
          : 'bg-accent text-accent-foreground',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <p className="min-w-0 break-words whitespace-pre-line">
        <strong className="font-bold">
          {isRejection ? m.history_reason_label() : m.history_note_from_our_team()}
        </strong>{' '}
        <bdi>{note}</bdi>
      </p>
    </div>
  );
}

function TopUpConfirmation({ delivery }: { delivery: Delivery }) {
  return (
    <div
      data-slot="confirmation"
      className="flex gap-2.5 rounded-lg bg-success-surface px-4 py-3 text-[0.9375rem] leading-6 text-success-text sm:ms-15"
    >
      <PackageCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <p className="min-w-0 break-words whitespace-pre-line">
        <strong className="font-bold">{m.history_top_up_delivered()}</strong>{' '}
        {delivery.confirmation}
        {delivery.is_test && ` (${m.history_test_delivery()})`}
      </p>
    </div>
  );
}

function deliveryDetails(delivery: Delivery | null): Detail[] {
  if (delivery === null || delivery.state === 'cancelled') return [];
  if (delivery.state !== 'delivered') {
    return [{ label: m.history_delivery(), value: m.history_delivery_in_progress() }];
  }
  const item = deliveredItem(delivery);
  return [
    { label: m.history_delivered(), value: formatTimestamp(delivery.delivered_at) },
    ...(item === null ? [] : [item]),
  ];
}

function RecordDetails({ record }: { record: PaymentRecord }) {
  return (
    <DetailList
      details={[
        {
          label: m.history_reference_id(),
          value: <Reference value={record.id} label={m.common_reference_id()} />,
        },
        { label: m.common_payment_method(), value: paymentMethodLabel(record.payment_method) },
        {
          label: m.history_payment_reference(),
          value: describeTransactionReference(record.transaction_reference),
        },
        {
          label: m.history_reviewed(),
          value: record.reviewed_at ? formatTimestamp(record.reviewed_at) : m.history_not_yet(),
        },
        ...deliveryDetails(record.delivery),
      ]}
    />
  );
}
