import { useMutation } from '@tanstack/react-query';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from './ui/alert-dialog.tsx';
import { Button } from './ui/button.tsx';
import { toast, toastFailure } from './ui/toast-store.ts';

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
  /** The button that opened the question is gone by then. */
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

  async function confirm() {
    try {
      const wasRemoved = await mutation.mutateAsync();
      onOpenChange(false);
      if (!wasRemoved) return;
    } catch (error) {
      toastFailure(words.failed, error);
      return;
    }
    toast({ title: removedTitle });
    onRemoved();
  }

  return (
    <AlertDialog open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialogContent>
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
