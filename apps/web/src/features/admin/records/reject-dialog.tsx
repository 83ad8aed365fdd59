import { ADMIN_NOTES_MAX_LENGTH } from '@beaconpay/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx';
import { Label } from '../../../components/ui/label.tsx';
import { RadioCard, RadioCards } from '../../../components/ui/radio-cards.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Textarea } from '../../../components/ui/textarea.tsx';
import { m } from '../../../paraglide/messages.js';
import { RECORD_KINDS } from '../../../payment/record-kinds.ts';
import {
  reasonsQuery,
  reasonTextQuery,
  type DecisionReason,
  type RecordWork,
} from './record-api.ts';

interface RejectDialogProps {
  adminId: string;
  record: RecordWork;
  isOpen: boolean;
  isRejecting: boolean;
  onClose: () => void;
  onReject: (notes: string) => void;
}

/** Asks for the reason of a rejection. The first reason is selected, so that Enter confirms it. */
export default function RejectDialog({
  adminId,
  record,
  isOpen,
  isRejecting,
  onClose,
  onReject,
}: RejectDialogProps) {
  const { noun } = RECORD_KINDS[record.kind];
  const submit = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      title={m.admin_reject_this_record({ noun })}
      description={m.admin_customer_will_see_rejection_and_your_notes()}
      isOpen={isOpen}
      onClose={onClose}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        submit.current?.focus();
      }}
    >
      <RejectForm
        submit={submit}
        adminId={adminId}
        record={record}
        isRejecting={isRejecting}
        onClose={onClose}
        onReject={onReject}
      />
    </Dialog>
  );
}

interface RejectFormProps extends Omit<RejectDialogProps, 'isOpen'> {
  submit: RefObject<HTMLButtonElement | null>;
}

function RejectForm({ submit, adminId, record, isRejecting, onClose, onReject }: RejectFormProps) {
  const { noun } = RECORD_KINDS[record.kind];
  const queries = useQueryClient();
  const query = useQuery(reasonsQuery(adminId));
  const reasons = query.data && forRejections(query.data);
  const [selected, setSelected] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const reasonId = selected ?? reasons?.[0]?.id ?? null;
  const filled = useQuery({
    ...reasonTextQuery(adminId, reasonId ?? '', record.id),
    enabled: reasonId !== null,
  });

  /** Waits for the first reason and its text, which Enter may be faster than. */
  async function readNotes(): Promise<string> {
    if (typed !== null) return typed;
    const [first] = forRejections(await queries.query(reasonsQuery(adminId)));
    const id = selected ?? first?.id;
    return id === undefined ? '' : queries.query(reasonTextQuery(adminId, id, record.id));
  }

  async function reject() {
    try {
      onReject(await readNotes());
    } catch {
      // The query has shown its error. The administrator can type the reason.
    }
  }

  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void reject();
      }}
    >
      <DialogBody className="flex flex-col gap-5">
        {query.isPending && <Skeleton className="h-24 w-full" />}
        {reasons !== undefined && reasons.length > 0 && (
          <RadioCards
            value={reasonId}
            onValueChange={(id) => {
              setSelected(id);
              setTyped(null);
            }}
            aria-label={m.record_reason()}
            className="gap-2"
          >
            {reasons.map(({ id, name }) => (
              <RadioCard key={id} value={id} className="items-center px-3.5 py-2.5">
                {name}
              </RadioCard>
            ))}
          </RadioCards>
        )}
        <div className="flex flex-col gap-2">
          <Label htmlFor="reject-notes">{m.admin_admin_notes()}</Label>
          <Textarea
            id="reject-notes"
            rows={4}
            maxLength={ADMIN_NOTES_MAX_LENGTH}
            value={typed ?? filled.data ?? ''}
            onChange={(event) => setTyped(event.target.value)}
          />
          <p className="text-sm text-muted-foreground">{m.admin_customer_will_see_these_notes()}</p>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {m.admin_keep_pending()}
        </Button>
        <Button ref={submit} type="submit" variant="destructive" busy={isRejecting}>
          {isRejecting ? m.admin_rejecting() : m.admin_reject_record({ noun })}
        </Button>
      </DialogFooter>
    </form>
  );
}

const forRejections = (reasons: readonly DecisionReason[]) =>
  reasons.filter(({ decision }) => decision === 'manual_payment_rejected');
