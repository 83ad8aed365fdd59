import { RemovalDialog } from '../../components/removal-dialog.tsx';
import { removeApp } from './api.ts';

interface RemoveAppDialogProps {
  factorId: string;
  /** The button that opened the dialog is gone by then. */
  onRemoved: () => void;
}

/** Removes an app after a question, and where that needs a code, after the code. */
export function RemoveAppDialog({ factorId, onRemoved }: RemoveAppDialogProps) {
  return (
    <RemovalDialog
      question="Remove Two-Step Verification?"
      consequence="Your password alone will let you in again, and your recovery codes stop working."
      remove={async () => (await removeApp(factorId)) !== 'code-needed'}
      removedTitle="Two-Step Verification Is Off"
      onRemoved={onRemoved}
    />
  );
}
