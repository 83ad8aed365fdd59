import type { RecordKindFacts } from '../../payment/record-kinds.ts';
import { useState } from 'react';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { RadioCard, RadioCards } from '../../components/ui/radio-cards.tsx';
import { m } from '../../paraglide/messages.js';

const REASONS = [
  m.admin_we_couldnt_find_payment_with_this_reference(),
  m.admin_amount_we_received_doesnt_match(),
  m.admin_this_reference_has_already_been_used_for(),
];

interface RejectConfirmationProps {
  noun: RecordKindFacts['noun'];
  /** The notes to the customer. May be blank. */
  notes: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onConfirm: (notes: string) => void;
}

/** A rejection is final, so it needs a confirmation. Without notes it suggests a reason. */
export function RejectConfirmation({ isOpen, onOpenChange, ...question }: RejectConfirmationProps) {
  return (
    <AlertDialog open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialogContent>
        <Question {...question} />
      </AlertDialogContent>
    </AlertDialog>
  );
}

function Question({
  noun,
  notes,
  onConfirm,
}: Pick<RejectConfirmationProps, 'noun' | 'notes' | 'onConfirm'>) {
  const [reason, setReason] = useState('');
  // The reason when the dialog opened. A confirmation adds the reason to the notes.
  const [hasNotes] = useState(notes.trim() !== '');
  return (
    <>
      <AlertDialogTitle>{m.admin_reject_this_record({ noun })}</AlertDialogTitle>
      <AlertDialogDescription>
        {m.admin_customer_will_see_rejection_and_your_notes()}
      </AlertDialogDescription>
      {hasNotes ? (
        <p className="mt-2 line-clamp-6 rounded-lg bg-muted px-4 py-3 break-words whitespace-pre-line">
          <bdi>{notes.trim()}</bdi>
        </p>
      ) : (
        <div className="mt-2 flex flex-col gap-2">
          <p id="reject-reason" className="text-[0.9375rem] font-semibold">
            {m.admin_suggested_reasons()}
          </p>
          <RadioCards
            value={reason}
            onValueChange={setReason}
            aria-labelledby="reject-reason"
            className="gap-2"
          >
            {REASONS.map((text) => (
              <RadioCard key={text} value={text} className="items-center px-3.5 py-2.5">
                {text}
              </RadioCard>
            ))}
          </RadioCards>
        </div>
      )}
      <AlertDialogFooter>
        <AlertDialogCancel>{m.admin_keep_pending()}</AlertDialogCancel>
        <Button variant="destructive" onClick={() => onConfirm(hasNotes ? notes : reason)}>
          {m.admin_reject_record({ noun })}
        </Button>
      </AlertDialogFooter>
    </>
  );
}
