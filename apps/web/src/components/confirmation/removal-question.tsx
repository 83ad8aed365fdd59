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
import { m } from '../../paraglide/messages.js';

/** The words for actions other than a removal. */
export interface ActWords {
  act: string;
  acting: string;
  failed: string;
}

export interface RemovalQuestionProps {
  question: string;
  /** The consequences of the removal. */
  consequence: string;
  /** Resolves to whether it was removed. If not, another dialog asks for something first. */
  remove: () => Promise<boolean>;
  /** The title of the toast after the removal. */
  removedTitle: string;
  /** Called after the dialog has closed. The button that opened it disappears with the removed row. */
  onRemoved: () => void;
  words: ActWords;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The confirmation dialog. It stays open after a failure. */
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
  // An open dialog traps the focus, and returns it when it closes.
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
          <AlertDialogCancel>{m.common_cancel()}</AlertDialogCancel>
          <Button variant="destructive" busy={mutation.isPending} onClick={() => void confirm()}>
            {mutation.isPending ? words.acting : words.act}
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
