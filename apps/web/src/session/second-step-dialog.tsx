import { useState } from 'react';
import { Button } from '../components/ui/button.tsx';
import { Dialog, DialogBody } from '../components/ui/dialog.tsx';
import { toastFailure } from '../components/ui/toast-store.ts';
import { spendRecoveryCode } from '../lib/recovery-codes.ts';
import { KeyStep } from './key-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { cancelSecondStep, verifyAppCode } from './second-step.ts';
import { waysOf, type SecondStepWay } from './second-step-ways.ts';
import { useSessionControl } from './session-context.ts';

function textsOf(way: SecondStepWay): { ask: string; offer: string } {
  switch (way.name) {
    case 'app':
      return {
        ask: 'Enter the six-digit code from your app.',
        offer: 'Use the code from your app',
      };
    case 'key':
      return {
        ask: `Use your security key “${way.label}” to confirm it's you.`,
        offer: `Use your key “${way.label}”`,
      };
    case 'phone':
      return {
        ask: `We'll text a six-digit code to your phone${way.lastDigits === '' ? '' : ` ending in ${way.lastDigits}`}.`,
        offer: 'Send a code to your phone',
      };
    case 'recovery':
      return {
        ask: 'Enter one of your recovery codes. Each works only once.',
        offer: 'Use a recovery code',
      };
  }
}

/** Stands between the password and everything else; to close it is to give the sign-in up. */
export function SecondStepDialog() {
  const { waitingUser } = useSessionControl();
  const ways = waysOf(waitingUser ?? null);
  const [chosen, setChosen] = useState<string | null>(null);
  const way = ways.find(({ id }) => id === chosen) ?? ways[0];

  async function cancel() {
    try {
      await cancelSecondStep();
    } catch (error) {
      toastFailure('Logout Failed', error);
    }
  }

  return (
    <Dialog
      title="Two-step verification"
      description={textsOf(way).ask}
      onClose={() => void cancel()}
      className="sm:max-w-md"
      onInteractOutside={(event) => event.preventDefault()}
    >
      <DialogBody className="flex flex-col gap-4">
        {way.name === 'app' && <SecondStepForm key="app" kind="digits" verify={verifyAppCode} />}
        {way.name === 'key' && <KeyStep key={way.id} factorId={way.factorId} />}
        {way.name === 'phone' && <PhoneStep key={way.id} factorId={way.factorId} />}
        {way.name === 'recovery' && (
          <SecondStepForm key="recovery" kind="recovery" verify={spendRecoveryCode} />
        )}
        <OtherWays ways={ways.filter(({ id }) => id !== way.id)} onChoose={setChosen} />
      </DialogBody>
    </Dialog>
  );
}

interface OtherWaysProps {
  ways: readonly SecondStepWay[];
  onChoose: (id: string) => void;
}

function OtherWays({ ways, onChoose }: OtherWaysProps) {
  return (
    <div className="flex flex-col items-center">
      {ways.map((way) => (
        <Button key={way.id} variant="link" size="sm" onClick={() => onChoose(way.id)}>
          {textsOf(way).offer}
        </Button>
      ))}
    </div>
  );
}
