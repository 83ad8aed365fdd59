import type { ReactNode } from 'react';
import { BeaconMark } from '../../components/brand/beacon-mark.tsx';
import { Isolated } from '../../components/data/isolated.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { formatPlainDate, formatTimestampInZone, shortId } from '../../lib/format.ts';
import { deliveredItem, type Delivery } from './delivery.ts';
import type { ReceivedPayment } from '../../payment/received-payment.ts';
import type { Receipt } from './receipt.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { m } from '../../paraglide/messages.js';

interface ReceiptPaperProps {
  receipt: Receipt;
  customer: string;
}

/** The receipt as it is printed, without the rest of the page. */
export function ReceiptPaper({ receipt, customer }: ReceiptPaperProps) {
  const { id, noun, title, items, amount, currency, isRefused } = receipt;
  return (
    <article
      data-print="only"
      aria-label={m.history_receipt_for_record({ noun })}
      className="flex flex-col gap-5"
    >
      <header className="flex items-center justify-between gap-4 border-b pb-5">
        <span className="flex items-center gap-2.5 text-lg font-extrabold tracking-tight">
          <BeaconMark className="size-8" />
          BeaconPay
        </span>
        <code className="font-mono text-base font-bold">{shortId(id)}</code>
      </header>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <p className="text-sm text-muted-foreground">{title}</p>
          <p className="tabular text-3xl font-extrabold tracking-tight">
            {isRefused ? <s>{formatAmount(amount, currency)}</s> : formatAmount(amount, currency)}
          </p>
        </div>
        <StatusBadge status={receipt.status} />
      </div>
      {isRefused && (
        <p className="rounded-lg bg-destructive-surface px-4 py-3 text-[0.9375rem] text-destructive-text">
          {m.history_this_payment_was_rejected_beaconpay_hasnt()}
        </p>
      )}
      <dl className="divide-y border-y text-[0.9375rem]">
        <Line label={m.history_customer()}>{customer}</Line>
        {items.map(({ label, value }) => (
          <Line key={label} label={label}>
            {value}
          </Line>
        ))}
        <Line label={m.common_payment_method()}>{receipt.method}</Line>
        <Line label={m.history_payment_reference()}>
          <bdi className="tabular">{receipt.maskedReference}</bdi>
        </Line>
        {receipt.received !== null && <ReceivedLines received={receipt.received} />}
        <Line label={m.history_submitted()}>{formatTimestampInZone(receipt.submittedAt)}</Line>
        <Line label={m.history_reviewed()}>{formatTimestampInZone(receipt.decidedAt)}</Line>
        {receipt.delivery?.state === 'delivered' && <DeliveryLines delivery={receipt.delivery} />}
        <Line label={m.history_reference_id()}>
          <code className="font-mono text-sm break-all">{id}</code>
        </Line>
        {receipt.notes !== null && (
          <Line label={isRefused ? m.history_reason() : m.history_note()}>
            <bdi className="whitespace-pre-line">{receipt.notes}</bdi>
          </Line>
        )}
      </dl>
      <p className="text-sm leading-6 text-muted-foreground">
        {m.history_beaconpay_is_financial_technology_company_not()}
      </p>
    </article>
  );
}

function ReceivedLines({ received }: { received: ReceivedPayment }) {
  const { paid_on: date, bank_reference: reference } = received;
  return (
    <>
      {date !== null && <Line label={m.received_payment_date()}>{formatPlainDate(date)}</Line>}
      {reference !== null && (
        <Line label={m.received_bank_reference()}>
          <bdi className="tabular">{reference}</bdi>
        </Line>
      )}
    </>
  );
}

function DeliveryLines({ delivery }: { delivery: Delivery }) {
  const item = deliveredItem(delivery);
  return (
    <>
      <Line label={m.history_delivered()}>{formatTimestampInZone(delivery.delivered_at)}</Line>
      {item !== null && (
        <Line label={item.label}>
          <span className="whitespace-pre-line">{item.value}</span>
          {delivery.is_test && ` (${m.history_test_delivery()})`}
        </Line>
      )}
    </>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-2.5">
      <dt className="shrink-0 text-muted-foreground">{label}</dt>
      <dd className="min-w-0 text-end font-semibold break-words">
        <Isolated>{children}</Isolated>
      </dd>
    </div>
  );
}
