import { useState } from 'react';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { toastFailure } from '../../components/ui/toast-store.ts';
import type { AccountOffer } from '../../session/account-offer.ts';

interface AccountQuestionProps {
  offer: AccountOffer;
  /** The email address or phone number of the current user. */
  present: string;
}

/** Asks whether a link may sign in another account instead of the current one. */
export default function AccountQuestion({ offer, present }: AccountQuestionProps) {
  const [isSwitching, setIsSwitching] = useState(false);

  async function switchAccount() {
    setIsSwitching(true);
    try {
      await offer.accept();
    } catch (error) {
      toastFailure('Login Failed', error);
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
          The link you opened logs you in as <strong>{offer.account}</strong>. You&apos;re logged in
          as <strong>{present}</strong>. Switch only if both accounts are yours.
        </AlertDialogDescription>
        {/* Stacked, because a long address fills a row. */}
        <div className="mt-4 flex min-w-0 flex-col-reverse gap-3">
          <Button variant="outline" busy={isSwitching} onClick={() => void switchAccount()}>
            Switch account
          </Button>
          <AlertDialogCancel className="max-w-full">
            <span className="min-w-0 truncate">Stay logged in as {present}</span>
          </AlertDialogCancel>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
