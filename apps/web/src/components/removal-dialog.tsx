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
}

/** Removes something after a question. A failure keeps the question open. */
export function RemovalDialog({
  question,
  consequence,
  remove,
  removedTitle,
  onRemoved,
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
      toast({ title: 'Removal Failed', description: errorMessage(error), variant: 'destructive' });
      return;
    }
    toast({ title: removedTitle });
    onRemoved();
  }

  return (
    <AlertDialog open={isOpen} onOpenChange={setIsOpen}>
      <AlertDialogTrigger asChild>
        <Button variant="outline" size="sm">
          Remove
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogTitle>{question}</AlertDialogTitle>
        <AlertDialogDescription>{consequence}</AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <Button variant="destructive" busy={mutation.isPending} onClick={() => void confirm()}>
            {mutation.isPending ? 'Removing...' : 'Remove'}
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
