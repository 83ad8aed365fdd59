import { useState } from 'react';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from '../components/ui/alert-dialog.tsx';
import { Button } from '../components/ui/button.tsx';
import { useToast } from '../components/ui/use-toast.ts';
import { errorMessage } from '../lib/error-message.ts';
import type { AccountOffer } from './account-offer.ts';

interface AccountQuestionProps {
  offer: AccountOffer;
  /** How the one who is signed in is called. */
  present: string;
}

/** Asks whether a link may sign in another account than the one that is signed in. */
export default function AccountQuestion({ offer, present }: AccountQuestionProps) {
  const { toast } = useToast();
  const [isSwitching, setIsSwitching] = useState(false);

  async function switchAccount() {
    setIsSwitching(true);
    try {
      await offer.accept();
    } catch (error) {
      toast({ title: 'Login Failed', description: errorMessage(error), variant: 'destructive' });
      offer.decline();
    }
  }

  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen && !isSwitching) offer.decline();
      }}
    >
      <AlertDialogContent>
        <AlertDialogTitle>Switch to another account?</AlertDialogTitle>
        <AlertDialogDescription className="break-words">
          The link you opened signs you in as <strong>{offer.account}</strong>. You are signed in as{' '}
          <strong>{present}</strong>. Switch only if both accounts are yours.
        </AlertDialogDescription>
        <AlertDialogFooter className="sm:flex-col-reverse">
          <Button variant="outline" busy={isSwitching} onClick={() => void switchAccount()}>
            Switch account
          </Button>
          <AlertDialogCancel className="h-auto min-h-11 min-w-0 py-2 whitespace-normal">
            <span className="min-w-0 break-all">Stay signed in as {present}</span>
          </AlertDialogCancel>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
