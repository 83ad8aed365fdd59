import { RemovalDialog } from '../../components/removal-dialog.tsx';
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
      question={isLast ? 'Remove Two-Step Verification?' : `Remove “${name}”?`}
      consequence={
        isLast
          ? 'Your password alone will let you in again, and your recovery codes stop working.'
          : 'You will verify with what remains. Where you used this one, you will be asked again.'
      }
      remove={async () => (await removeFactor(factorId)) === 'removed'}
      removedTitle={isLast ? 'Two-Step Verification Is Off' : `“${name}” Removed`}
      onRemoved={onRemoved}
      label={`Remove ${name}`}
    />
  );
}
