import { RemovalDialog } from '../../components/confirmation/removal-dialog.tsx';
import { removeFactor } from './factors-api.ts';

interface RemoveFactorDialogProps {
  factorId: string;
  name: string;
  /** Nothing else stands beside the password then. */
  isLast: boolean;
  /** The button that opened the dialog is gone by then. */
  onRemoved: () => void;
}

/** Removes a way to verify after a question, and where that needs the second step, after that. */
export function RemoveFactorDialog({ factorId, name, isLast, onRemoved }: RemoveFactorDialogProps) {
  return (
    <RemovalDialog
      question={isLast ? 'Remove two-step verification?' : `Remove “${name}”?`}
      consequence={
        isLast
          ? "You'll log in with just your password, and your recovery codes will stop working."
          : "You'll use your other methods instead. Devices that used this one will ask again."
      }
      remove={async () => (await removeFactor(factorId)) === 'removed'}
      removedTitle={isLast ? 'Two-step verification is off' : `“${name}” removed`}
      onRemoved={onRemoved}
      label={`Remove ${name}`}
    />
  );
}
