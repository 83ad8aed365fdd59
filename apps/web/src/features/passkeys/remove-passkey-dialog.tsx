import { RemovalDialog } from '../../components/removal-dialog.tsx';
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
      question="Remove This Passkey?"
      consequence="It will not sign you in any more. You can delete it on your device, too."
      remove={remove}
      removedTitle="Passkey Removed"
      onRemoved={onRemoved}
    />
  );
}
