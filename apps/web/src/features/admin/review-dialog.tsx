import { Alert } from '../../components/ui/alert.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { RECORD_KINDS } from '../../payment/record-kinds.ts';
import { EarlierRecords } from './earlier-records.tsx';
import type { EarlierUse } from './pending-state-api.ts';
import { listNames } from './viewers.ts';
import type { PendingRecord } from './pending-record.ts';
import { ReusedReferenceAlert } from './reused-reference.tsx';
import { RecordDetails, ShownPaymentDetails } from './record-details.tsx';
import { ReviewForm } from './review-form.tsx';
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
