import { DetailList } from '../../components/data/detail-list.tsx';
import { Reference } from '../../components/data/reference.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { Alert } from '../../components/ui/alert.tsx';
import { formatAmount } from '../../lib/format-amount.ts';
import { formatAge, formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { PaymentInstructions } from '../../payment/payment-instructions.tsx';
import { paymentMethodLabel } from '../../payment/payment-method-texts.ts';
import { shownWith } from '../../payment/payment-methods.ts';
import { describeTransactionReference } from '../../payment/transaction-reference.ts';
import type { PendingRecord } from './pending-record.ts';

/** A card payment is a demonstration. It shows the customer no account. */
export function ShownPaymentDetails({ record }: { record: PendingRecord }) {
  const method = shownWith(record.paymentMethod, record.paymentDetails);
  if (method === null || method.id === 'card_payment') return null;
  return (
    <section aria-labelledby="shown-details" className="flex flex-col gap-2">
      <h3 id="shown-details" className="font-bold">
        {m.admin_payment_details_customer_was_shown()}
      </h3>
      {record.paymentDetails === null && (
        <Alert variant="warning">{m.admin_these_are_placeholders({ method: method.label })}</Alert>
      )}
      <PaymentInstructions method={method} amount={null} />
    </section>
  );
}

interface RecordDetailsProps {
  record: PendingRecord;
  /** Whether the name leads to the page of the customer. */
  isLinked?: boolean;
}

/** What the customer submitted. */
export function RecordDetails({ record, isLinked = false }: RecordDetailsProps) {
  return (
    <DetailList
      className="gap-y-3 rounded-lg border bg-muted p-4 sm:gap-y-5 sm:p-5"
      details={[
        {
          label: m.admin_user(),
          value: isLinked ? <CustomerLink record={record} /> : record.customerName,
        },
        { label: m.common_email(), value: record.customerEmail },
        ...record.contents,
        {
          label: m.common_amount(),
          value: <span className="tabular">{formatAmount(record.amount, record.currency)}</span>,
        },
        { label: m.admin_method(), value: paymentMethodLabel(record.paymentMethod) },
        {
          label: m.admin_reference(),
          value: (
            <Reference
              value={describeTransactionReference(record.reference)}
              label={m.admin_reference()}
            />
          ),
        },
        {
          label: m.admin_submitted(),
          value: m.admin_time_and_age({
            time: formatTimestamp(record.submittedAt),
            age: formatAge(record.submittedAt),
          }),
        },
        { label: m.admin_id(), value: <Reference value={record.id} label={m.admin_id()} /> },
      ]}
    />
  );
}

function CustomerLink({ record }: { record: PendingRecord }) {
  return (
    <Link
      to={`/admin/users/${record.customerId}`}
      className="text-link underline-offset-4 hover:underline"
    >
      {record.customerName ?? m.admin_a_customer()}
    </Link>
  );
}
