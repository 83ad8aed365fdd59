import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { createRecoveryCodes } from './factors-api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { m } from '../../paraglide/messages.js';

interface RecoveryCodesDialogProps {
  onClose: () => void;
}

/** Replaces the recovery codes after a warning that the current ones stop working. */
export default function RecoveryCodesDialog({ onClose }: RecoveryCodesDialogProps) {
  const { mutate, data, error, isIdle } = useMutation({ mutationFn: createRecoveryCodes });
  return (
    <Dialog
      title={isIdle ? m.mfa_new_recovery_codes() : m.mfa_save_your_recovery_codes()}
      description={
        isIdle ? m.mfa_youll_get_ten_new_codes_your_current() : m.mfa_use_these_codes_to_log_in_if()
      }
      onClose={onClose}
      className="sm:max-w-lg"
      onInteractOutside={(event) => event.preventDefault()}
    >
      <DialogBody>
        {isIdle ? (
          <Button className="w-full" onClick={() => mutate()}>
            {m.mfa_get_new_codes()}
          </Button>
        ) : (
          <RecoveryCodes codes={data} error={error} onRetry={() => mutate()} onDone={onClose} />
        )}
      </DialogBody>
    </Dialog>
  );
}
