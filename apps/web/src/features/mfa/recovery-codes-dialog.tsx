import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { createRecoveryCodes } from './factors-api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface RecoveryCodesDialogProps {
  onClose: () => void;
}

/** Replaces the recovery codes after a warning that the current ones stop working. */
export default function RecoveryCodesDialog({ onClose }: RecoveryCodesDialogProps) {
  const { mutate, data, error, isIdle } = useMutation({ mutationFn: createRecoveryCodes });
  return (
    <Dialog
      title={isIdle ? 'New recovery codes' : 'Save your recovery codes'}
      description={
        isIdle
          ? "You'll get ten new codes. Your current ones will stop working."
          : 'Use these codes to log in if you lose your phone or security key.'
      }
      onClose={onClose}
      className="sm:max-w-lg"
      onInteractOutside={(event) => event.preventDefault()}
    >
      <DialogBody>
        {isIdle ? (
          <Button className="w-full" onClick={() => mutate()}>
            Get new codes
          </Button>
        ) : (
          <RecoveryCodes codes={data} error={error} onRetry={() => mutate()} onDone={onClose} />
        )}
      </DialogBody>
    </Dialog>
  );
}
