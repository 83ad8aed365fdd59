import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { makeRecoveryCodes } from '../../lib/recovery-codes.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface RecoveryCodesDialogProps {
  onClose: () => void;
}

/** Replaces the recovery codes, once it was said that the older ones end. */
export default function RecoveryCodesDialog({ onClose }: RecoveryCodesDialogProps) {
  const { mutate, data, error, isIdle } = useMutation({ mutationFn: makeRecoveryCodes });
  return (
    <Dialog
      title={isIdle ? 'New Recovery Codes' : 'Keep Your Recovery Codes'}
      description={
        isIdle
          ? 'You get ten new codes. The ones you have now stop working.'
          : 'These codes let you in when your phone or key is lost.'
      }
      onClose={onClose}
      className="sm:max-w-lg"
      onInteractOutside={(event) => event.preventDefault()}
    >
      <DialogBody>
        {isIdle ? (
          <Button className="w-full" onClick={() => mutate()}>
            Make New Codes
          </Button>
        ) : (
          <RecoveryCodes codes={data} error={error} onRetry={() => mutate()} onDone={onClose} />
        )}
      </DialogBody>
    </Dialog>
  );
}
