import { useState, type SubmitEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { Label } from '../../../components/ui/label.tsx';

/** The user types this word to confirm. */
const WORD = 'delete';

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
    const isConfirmed = typed.trim().toLowerCase() === WORD;
    setIsRefused(!isConfirmed);
    if (isConfirmed && (await onConfirm())) close();
  }

  return (
    <Dialog
      title="Delete my account"
      description="An administrator will delete your account. We'll erase your name, address, phone number and login, and keep payment amounts, statuses and dates for our records. Payments awaiting verification will be rejected."
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
          <Label htmlFor="delete-account-word">Type “{WORD}” to confirm</Label>
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
              Type “{WORD}” to continue.
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            Keep my account
          </Button>
          <Button type="submit" variant="destructive" busy={isSending}>
            {isSending ? 'Sending…' : 'Request deletion'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
