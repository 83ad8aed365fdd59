import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
  AlertDialogTrigger,
} from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useToast } from '../../components/ui/use-toast.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { removeApp } from './api.ts';

interface RemoveAppDialogProps {
  factorId: string;
  /** The button that opened the dialog is gone by then. */
  onRemoved: () => void;
}

/** Removes an app after a question. A failure keeps the question open. */
export function RemoveAppDialog({ factorId, onRemoved }: RemoveAppDialogProps) {
  const { toast } = useToast();
  const [isOpen, setIsOpen] = useState(false);
  const mutation = useMutation({ mutationFn: removeApp });

  async function remove() {
    try {
      const outcome = await mutation.mutateAsync(factorId);
      setIsOpen(false);
      if (outcome === 'code-needed') return;
    } catch (error) {
      toast({ title: 'Removal Failed', description: errorMessage(error), variant: 'destructive' });
      return;
    }
    toast({ title: 'Two-Step Verification Is Off' });
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
        <AlertDialogTitle>Remove Two-Step Verification?</AlertDialogTitle>
        <AlertDialogDescription>
          Your password alone will let you in again, and your recovery codes stop working.
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <Button variant="destructive" busy={mutation.isPending} onClick={() => void remove()}>
            {mutation.isPending ? 'Removing...' : 'Remove'}
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
