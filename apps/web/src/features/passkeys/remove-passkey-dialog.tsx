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
import { removePasskey } from './api.ts';

interface RemovePasskeyDialogProps {
  passkeyId: string;
  /** The button that opened the dialog is gone by then. */
  onRemoved: () => void;
}

/** Removes a passkey after a question. A failure keeps the question open. */
export function RemovePasskeyDialog({ passkeyId, onRemoved }: RemovePasskeyDialogProps) {
  const { toast } = useToast();
  const [isOpen, setIsOpen] = useState(false);
  const mutation = useMutation({ mutationFn: removePasskey });

  async function remove() {
    try {
      await mutation.mutateAsync(passkeyId);
    } catch (error) {
      toast({ title: 'Removal Failed', description: errorMessage(error), variant: 'destructive' });
      return;
    }
    setIsOpen(false);
    toast({ title: 'Passkey Removed' });
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
        <AlertDialogTitle>Remove This Passkey?</AlertDialogTitle>
        <AlertDialogDescription>
          It will not sign you in any more. You can delete it on your device, too.
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
