import { DetailList } from '../../components/data/detail-list.tsx';
import { Reference } from '../../components/data/reference.tsx';
import { Alert } from '../../components/ui/alert.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { formatAge, formatTimestamp } from '../../lib/format.ts';
import { PaymentInstructions } from '../../payment/payment-instructions.tsx';
import { shownWith } from '../../payment/payment-methods.ts';
import { RECORD_KINDS } from '../../payment/record-kinds.ts';
import { EarlierRecords } from './earlier-records.tsx';
import type { EarlierUse } from './pending-state-api.ts';
import { listNames } from './viewers.ts';
import type { PendingRecord } from './pending-record.ts';
import { ReusedReferenceAlert } from './reused-reference.tsx';
import { ReviewForm } from './review-form.tsx';
import { describeTransactionReference } from '../../payment/transaction-reference.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { paymentMethodLabel } from '../../payment/payment-method-texts.ts';
import { m } from '../../paraglide/messages.js';

interface ReviewDialogProps {
  adminId: string;
  record: PendingRecord;
  /** The first record with the same reference, if there is one. */
  earlier: EarlierUse | undefined;
  /** The other administrators who have it open. */
  viewers: readonly string[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Called after this administrator or another one has decided the record. */
  onDecided: () => void;
  /** Called after the dialog has closed and returned the focus. */
  onClosed: () => void;
}

/** All details of a pending record, with notes, Reject and Approve. The notes get the focus. */
export default function ReviewDialog({
  adminId,
  record,
  earlier,
  viewers,
  isOpen,
  onOpenChange,
  onDecided,
  onClosed,
}: ReviewDialogProps) {
  const { noun } = RECORD_KINDS[record.kind];
  return (
    <Dialog
      title={m.admin_review_record({ noun })}
      description={m.admin_check_that_payment_has_arrived_then_approve()}
      isOpen={isOpen}
      onClose={() => onOpenChange(false)}
      className="sm:max-w-2xl lg:max-w-5xl"
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        const dialog = event.currentTarget as HTMLElement;
        dialog.querySelector('textarea')?.focus({ preventScroll: true });
      }}
      onCloseAutoFocus={onClosed}
    >
      <ReviewForm
        adminId={adminId}
        record={record}
        onDecided={onDecided}
        onClose={() => onOpenChange(false)}
      >
        <div role="status" className="empty:hidden">
          {viewers.length > 0 && (
            <Alert>
              {m.admin_names_also_reviewing({ names: listNames(viewers), count: viewers.length })}
            </Alert>
          )}
        </div>
        {earlier && <ReusedReferenceAlert earlier={earlier} />}
        <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
          <RecordDetails record={record} />
          <div className="flex min-w-0 flex-col gap-6">
            <ShownPaymentDetails record={record} />
            <EarlierRecords adminId={adminId} record={record} />
          </div>
        </div>
      </ReviewForm>
    </Dialog>
  );
}

/** A card payment is a demonstration. It shows the customer no account. */
function ShownPaymentDetails({ record }: { record: PendingRecord }) {
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

function RecordDetails({ record }: { record: PendingRecord }) {
  return (
    <DetailList
      className="gap-y-3 rounded-lg border bg-muted p-4 sm:gap-y-5 sm:p-5"
      details={[
        { label: m.admin_user(), value: record.customerName },
        { label: m.common_email(), value: record.customerEmail },
        ...record.contents,
        {
          label: m.common_amount(),
          value: <span className="tabular">{formatAmount(record.amount, record.currency)}</span>,
        },
        { label: m.admin_method(), value: paymentMethodLabel(record.paymentMethod) },
        { label: m.admin_reference(), value: describeTransactionReference(record.reference) },
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
