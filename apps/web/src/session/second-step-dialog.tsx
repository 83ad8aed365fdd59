import { useState } from 'react';
import { Button } from '../components/ui/button.tsx';
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
import { spendRecoveryCode } from '../lib/recovery-codes.ts';
import { PhoneStep } from './phone-step.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { cancelSecondStep, verifyAppCode, waysOf, type SecondStepWay } from './second-step.ts';
import { useSessionControl } from './session-context.ts';

const texts: Record<SecondStepWay['name'], { ask: string; offer: string }> = {
  app: {
    ask: 'Enter the six-digit code from your app.',
    offer: 'Use the code from your app',
  },
  phone: {
    ask: 'We send a six-digit code to your phone.',
    offer: 'Send a code to your phone',
  },
  recovery: {
    ask: 'Enter one of the recovery codes you kept. Each works once.',
    offer: 'Use a recovery code',
  },
};

/** Stands between the password and everything else; to close it is to give the sign-in up. */
export function SecondStepDialog() {
  const { toast } = useToast();
  const { waitingUser } = useSessionControl();
  const ways = waysOf(waitingUser ?? null);
  const [chosen, setChosen] = useState<SecondStepWay['name'] | null>(null);
  const way = ways.find(({ name }) => name === chosen) ?? ways[0];

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
            {texts[way.name].ask}
            {way.name === 'phone' &&
              way.lastDigits !== '' &&
              ` Its number ends in ${way.lastDigits}.`}
          </DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-4">
          {way.name === 'app' && <SecondStepForm key="app" kind="digits" verify={verifyAppCode} />}
          {way.name === 'phone' && <PhoneStep factorId={way.factorId} />}
          {way.name === 'recovery' && (
            <SecondStepForm key="recovery" kind="recovery" verify={spendRecoveryCode} />
          )}
          {ways
            .filter(({ name }) => name !== way.name)
            .map(({ name }) => (
              <Button
                key={name}
                variant="link"
                size="sm"
                className="self-center"
                onClick={() => setChosen(name)}
              >
                {texts[name].offer}
              </Button>
            ))}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
