import { RichText } from '../../components/data/rich-text.tsx';
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
import { m } from '../../paraglide/messages.js';

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
      toastFailure(m.common_login_failed(), error);
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
        <AlertDialogTitle>{m.auth_switch_to_another_account()}</AlertDialogTitle>
        <AlertDialogDescription className="break-words">
          <RichText
            message={m.auth_link_logs_you_in_as_another}
            parts={{
              offered: <strong>{offer.account}</strong>,
              present: <strong>{present}</strong>,
            }}
          />
        </AlertDialogDescription>
        {/* Stacked, because a long address fills a row. */}
        <div className="mt-4 flex min-w-0 flex-col-reverse gap-3">
          <Button variant="outline" busy={isSwitching} onClick={() => void switchAccount()}>
            {m.auth_switch_account()}
          </Button>
          <AlertDialogCancel className="max-w-full">
            <span className="min-w-0 truncate">
              {m.auth_stay_logged_in_as({ account: present })}
            </span>
          </AlertDialogCancel>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
