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

const REASONS = [
  "We couldn't find a payment with this reference.",
  "The amount we received doesn't match.",
  'This reference has already been used for another payment.',
];

interface RejectConfirmationProps {
  /** What is rejected: "Order". */
  name: string;
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
  name,
  notes,
  onConfirm,
}: Pick<RejectConfirmationProps, 'name' | 'notes' | 'onConfirm'>) {
  const [reason, setReason] = useState('');
  // The reason when the dialog opened. A confirmation adds the reason to the notes.
  const [hasNotes] = useState(notes.trim() !== '');
  return (
    <>
      <AlertDialogTitle>Reject this {name.toLowerCase()}?</AlertDialogTitle>
      <AlertDialogDescription>
        The customer will see the rejection and your notes. You can&apos;t undo this.
      </AlertDialogDescription>
      {hasNotes ? (
        <p className="mt-2 line-clamp-6 rounded-lg bg-muted px-4 py-3 break-words whitespace-pre-line">
          {notes.trim()}
        </p>
      ) : (
        <div className="mt-2 flex flex-col gap-2">
          <p id="reject-reason" className="text-[0.9375rem] font-semibold">
            Suggested reasons
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
        <AlertDialogCancel>Keep pending</AlertDialogCancel>
        <Button variant="destructive" onClick={() => onConfirm(hasNotes ? notes : reason)}>
          Reject {name}
        </Button>
      </AlertDialogFooter>
    </>
  );
}
