import { useState } from 'react';
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../components/ui/dialog.tsx';
import { useToast } from '../components/ui/use-toast.ts';
import { errorMessage } from '../lib/error-message.ts';
import { SecondStepForm, type SecondStepWay } from './second-step-form.tsx';
import { cancelSecondStep } from './second-step.ts';

/** Stands between the password and everything else; to close it is to give the sign-in up. */
export function SecondStepDialog() {
  const { toast } = useToast();
  const [way, setWay] = useState<SecondStepWay>('app');

  async function cancel() {
    try {
      await cancelSecondStep();
    } catch (error) {
      toast({ title: 'Logout Failed', description: errorMessage(error), variant: 'destructive' });
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) void cancel();
      }}
    >
      <DialogContent className="sm:max-w-md" onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader>
          <DialogTitle>Two-Step Verification</DialogTitle>
          <DialogDescription>
            {way === 'app'
              ? 'Enter the six-digit code from your app.'
              : 'Enter one of the recovery codes you kept. Each works once.'}
          </DialogDescription>
        </DialogHeader>
        <DialogBody>
          <SecondStepForm
            key={way}
            way={way}
            onOtherWay={() => setWay(way === 'app' ? 'recovery' : 'app')}
          />
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
