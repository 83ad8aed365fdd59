import { RemovalDialog } from '../../components/confirmation/removal-dialog.tsx';
import { removePasskey } from './api.ts';

interface RemovePasskeyDialogProps {
  passkeyId: string;
  /** The button that opened the dialog is gone by then. */
  onRemoved: () => void;
}

/** Removes a passkey after a question. */
export function RemovePasskeyDialog({ passkeyId, onRemoved }: RemovePasskeyDialogProps) {
  async function remove() {
    await removePasskey(passkeyId);
    return true;
  }

  return (
    <RemovalDialog
      question="Remove this passkey?"
      consequence="You won't be able to log in with it any more. You can also delete it from your device."
      remove={remove}
      removedTitle="Passkey removed"
      onRemoved={onRemoved}
    />
  );
}
