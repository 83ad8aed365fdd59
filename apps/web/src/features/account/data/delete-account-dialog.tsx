import { searchText } from '@beaconpay/domain';
import { useState, type SubmitEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { Label } from '../../../components/ui/label.tsx';
import { m } from '../../../paraglide/messages.js';

/** The user types this word to confirm. */
const WORD = m.account_word_delete();

interface DeleteAccountDialogProps {
  isOpen: boolean;
  isSending: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Resolves to true when the request was recorded. */
  onConfirm: () => Promise<boolean>;
}

/** Requests the deletion of the account. The user must type a word first. */
export default function DeleteAccountDialog({
  isOpen,
  isSending,
  onOpenChange,
  onConfirm,
}: DeleteAccountDialogProps) {
  const [typed, setTyped] = useState('');
  const [isRefused, setIsRefused] = useState(false);

  function close() {
    setTyped('');
    setIsRefused(false);
    onOpenChange(false);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const isConfirmed = searchText(typed.trim()) === searchText(WORD);
    setIsRefused(!isConfirmed);
    if (isConfirmed && (await onConfirm())) close();
  }

  return (
    <Dialog
      title={m.account_delete_my_account()}
      description={m.account_administrator_will_delete_your_account_well()}
      isOpen={isOpen}
      onClose={close}
      className="sm:max-w-lg"
    >
      <form
        noValidate
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => void submit(event)}
      >
        <DialogBody className="flex flex-col gap-2">
          <Label htmlFor="delete-account-word">
            {m.account_type_word_to_confirm({ word: WORD })}
          </Label>
          <Input
            id="delete-account-word"
            autoComplete="off"
            autoCapitalize="none"
            value={typed}
            aria-invalid={isRefused || undefined}
            aria-describedby={isRefused ? 'delete-account-problem' : undefined}
            onChange={(event) => {
              setTyped(event.target.value);
              setIsRefused(false);
            }}
          />
          {isRefused && (
            <p id="delete-account-problem" role="alert" className="text-sm text-destructive-text">
              {m.account_type_word_to_continue({ word: WORD })}
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            {m.account_keep_my_account()}
          </Button>
          <Button type="submit" variant="destructive" busy={isSending}>
            {isSending ? m.common_sending() : m.account_request_deletion()}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
