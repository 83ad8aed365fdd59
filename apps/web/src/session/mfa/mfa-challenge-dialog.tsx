import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { toastFailure } from '../../components/ui/toast-store.ts';
import { useUpRecoveryCode } from './recovery-codes.ts';
import { WebauthnChallenge } from './webauthn-challenge.tsx';
import { PhoneChallenge } from './phone-challenge.tsx';
import { MfaChallengeForm } from './mfa-challenge-form.tsx';
import { cancelMfaChallenge, verifyAppCode } from './mfa-challenge.ts';
import { challengeFactorsOf, type ChallengeFactor } from './challenge-factors.ts';
import { useSession } from '../session-context.ts';

function textsOf(way: ChallengeFactor): { ask: string; offer: string } {
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
export function MfaChallengeDialog() {
  const session = useSession();
  const ways = challengeFactorsOf(session.status === 'mfa-required' ? session.pendingUser : null);
  const [chosen, setChosen] = useState<string | null>(null);
  const way = ways.find(({ id }) => id === chosen) ?? ways[0];

  async function cancel() {
    try {
      await cancelMfaChallenge();
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
        {way.name === 'app' && <MfaChallengeForm key="app" kind="digits" verify={verifyAppCode} />}
        {way.name === 'key' && <WebauthnChallenge key={way.id} factorId={way.factorId} />}
        {way.name === 'phone' && <PhoneChallenge key={way.id} factorId={way.factorId} />}
        {way.name === 'recovery' && (
          <MfaChallengeForm key="recovery" kind="recovery" verify={useUpRecoveryCode} />
        )}
        <OtherWays ways={ways.filter(({ id }) => id !== way.id)} onChoose={setChosen} />
      </DialogBody>
    </Dialog>
  );
}

interface OtherWaysProps {
  ways: readonly ChallengeFactor[];
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
