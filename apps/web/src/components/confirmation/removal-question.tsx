import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from '../ui/alert-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { toast, toastFailure } from '../ui/toast-store.ts';

/** How the act is called, where it is no removal. */
export interface ActWords {
  act: string;
  acting: string;
  failed: string;
}

export interface RemovalQuestionProps {
  question: string;
  /** What the removal brings about. */
  consequence: string;
  /** Whether it was removed; when not, something else is asked for first. */
  remove: () => Promise<boolean>;
  /** The title of the notification afterwards. */
  removedTitle: string;
  /** The question is closed by then, and the button that opened it is about to go or gone. */
  onRemoved: () => void;
  words: ActWords;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The question itself. A failure keeps it open. */
export default function RemovalQuestion({
  question,
  consequence,
  remove,
  removedTitle,
  onRemoved,
  words,
  isOpen,
  onOpenChange,
}: RemovalQuestionProps) {
  const mutation = useMutation({ mutationFn: remove });
  // An open window keeps the focus to itself, and gives it back when it closes.
  const isOnScreen = useRef(false);
  const afterClosing = useRef<(() => void) | null>(null);

  async function confirm() {
    try {
      const wasRemoved = await mutation.mutateAsync();
      if (wasRemoved && isOnScreen.current) afterClosing.current = onRemoved;
      else if (wasRemoved) onRemoved();
      onOpenChange(false);
      if (!wasRemoved) return;
    } catch (error) {
      toastFailure(words.failed, error);
      return;
    }
    toast({ title: removedTitle });
  }

  return (
    <AlertDialog open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialogContent
        onOpenAutoFocus={() => {
          isOnScreen.current = true;
        }}
        onCloseAutoFocus={() => {
          isOnScreen.current = false;
          afterClosing.current?.();
          afterClosing.current = null;
        }}
      >
        <AlertDialogTitle>{question}</AlertDialogTitle>
        <AlertDialogDescription>{consequence}</AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <Button variant="destructive" busy={mutation.isPending} onClick={() => void confirm()}>
            {mutation.isPending ? words.acting : words.act}
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
