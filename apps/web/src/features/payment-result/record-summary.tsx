import { describeTransactionReference, formatAmount, paymentMethodLabel } from '@beaconpay/domain';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import type { SubmittedRecord } from './api.ts';
import { RecordFact, RecordFacts } from './record-fact.tsx';

/** The product, and how it was paid. */
export function RecordSummary({ record }: { record: SubmittedRecord }) {
  const { contents, amount, currency, isPaidOnline, paymentMethod, transactionReference } = record;
  return (
    <RecordFacts>
      {contents.map(({ label, value }) => (
        <RecordFact key={label} name={label}>
          {value}
        </RecordFact>
      ))}
      <RecordFact name="Amount">
        <span className="tabular font-bold">{formatAmount(amount, currency)}</span>
      </RecordFact>
      <RecordFact name="Payment method">
        {isPaidOnline ? 'Card, paid online' : paymentMethodLabel(paymentMethod)}
      </RecordFact>
      {!isPaidOnline && (
        <RecordFact name="Payment reference">
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
