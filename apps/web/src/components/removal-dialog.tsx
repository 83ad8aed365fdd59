import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../lib/error-message.ts';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
  AlertDialogTrigger,
} from './ui/alert-dialog.tsx';
import { Button } from './ui/button.tsx';
import { useToast } from './ui/use-toast.ts';

/** How the act is called, where it is no removal. */
interface ActWords {
  act: string;
  acting: string;
  failed: string;
}

const REMOVAL: ActWords = { act: 'Remove', acting: 'Removing...', failed: 'Removal Failed' };

interface RemovalDialogProps {
  question: string;
  /** What the removal brings about. */
  consequence: string;
  /** Whether it was removed; when not, something else is asked for first. */
  remove: () => Promise<boolean>;
  /** The title of the notification afterwards. */
  removedTitle: string;
  /** The button that opened the dialog is gone by then. */
  onRemoved: () => void;
  words?: ActWords;
  /** The opening button's name, where there are several of them. */
  label?: string;
}

/** Removes or ends something after a question. A failure keeps the question open. */
export function RemovalDialog({
  question,
  consequence,
  remove,
  removedTitle,
  onRemoved,
  words = REMOVAL,
  label,
}: RemovalDialogProps) {
  const { toast } = useToast();
  const [isOpen, setIsOpen] = useState(false);
  const mutation = useMutation({ mutationFn: remove });

  async function confirm() {
    try {
      const wasRemoved = await mutation.mutateAsync();
      setIsOpen(false);
      if (!wasRemoved) return;
    } catch (error) {
      toast({ title: words.failed, description: errorMessage(error), variant: 'destructive' });
      return;
    }
    toast({ title: removedTitle });
    onRemoved();
  }

  return (
    <AlertDialog open={isOpen} onOpenChange={setIsOpen}>
      <AlertDialogTrigger asChild>
        <Button variant="outline" size="sm" aria-label={label}>
          {words.act}
        </Button>
      </AlertDialogTrigger>
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
