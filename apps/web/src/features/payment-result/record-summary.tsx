import { Skeleton } from '../../components/ui/skeleton.tsx';
import type { SubmittedRecord } from './api.ts';
import { RecordFact, RecordFacts } from './record-fact.tsx';
import { describeTransactionReference } from '../../payment/transaction-reference.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { paymentMethodLabel } from '../../payment/payment-method-texts.ts';
import { m } from '../../paraglide/messages.js';

/** The product, and how it was paid. */
export function RecordSummary({ record }: { record: SubmittedRecord }) {
  const { contents, amount, currency, isPaidOnline, paymentMethod, transactionReference } = record;
  return (
    <RecordFacts>
      {contents.map(({ label, value }) => (
        <RecordFact key={label} label={label}>
          {value}
        </RecordFact>
      ))}
      <RecordFact label={m.common_amount()}>
        <span className="tabular font-bold">{formatAmount(amount, currency)}</span>
      </RecordFact>
      <RecordFact label={m.common_payment_method()}>
        {isPaidOnline ? m.common_card_paid_online() : paymentMethodLabel(paymentMethod)}
      </RecordFact>
      {!isPaidOnline && (
        <RecordFact label={m.payment_result_payment_reference()}>
          {describeTransactionReference(transactionReference)}
        </RecordFact>
      )}
    </RecordFacts>
  );
}

/** The height of the content that loads, so that the footer is already below the viewport. */
export function RecordSummaryComing() {
  return (
    <div aria-busy="true" className="mx-5 mb-6 flex min-h-160 flex-col gap-4 sm:mx-8">
      <Skeleton className="h-72 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
    </div>
  );
}
