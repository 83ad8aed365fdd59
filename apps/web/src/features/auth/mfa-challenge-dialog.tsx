import { useState } from 'react';
import { CodeForm } from '../../components/sign-in/code-form.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { toast, toastFailure } from '../../components/ui/toast-store.ts';
import { WebauthnChallenge } from './webauthn-challenge.tsx';
import { PhoneChallenge } from '../../session/mfa/phone-challenge.tsx';
import {
  cancelMfaChallenge,
  verifyAppCode,
  verifyRecoveryCode,
} from '../../session/mfa/mfa-challenge.ts';
import { challengeFactorsOf, type ChallengeFactor } from './challenge-factors.ts';
import { useSession } from '../../session/session-context.ts';
import { LOGGED_IN } from './log-in-toasts.ts';

function textsOf(factor: ChallengeFactor): { ask: string; offer: string } {
  switch (factor.name) {
    case 'app':
      return {
        ask: 'Enter the six-digit code from your app.',
        offer: 'Use the code from your app',
      };
    case 'key':
      return {
        ask: `Use your security key “${factor.label}” to confirm it's you.`,
        offer: `Use your key “${factor.label}”`,
      };
    case 'phone':
      return {
        ask: `We'll text a six-digit code to your phone${factor.lastDigits === '' ? '' : ` ending in ${factor.lastDigits}`}.`,
        offer: 'Send a code to your phone',
      };
    case 'recovery':
      return {
        ask: 'Enter one of your recovery codes. Each works only once.',
        offer: 'Use a recovery code',
      };
  }
}

/** Reports the log-in. The dialog closes when the session changes. */
const welcome = () => toast(LOGGED_IN);

/** Asks for the second factor. Closing it cancels the sign-in. */
export function MfaChallengeDialog() {
  const session = useSession();
  const factors = challengeFactorsOf(
    session.status === 'mfa-required' ? session.pendingUser : null,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0];

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
      description={textsOf(factor).ask}
      onClose={() => void cancel()}
      className="sm:max-w-md"
      onInteractOutside={(event) => event.preventDefault()}
    >
      <DialogBody className="flex flex-col gap-4">
        {factor.name === 'app' && (
          <CodeForm key="app" verify={verifyAppCode} onVerified={welcome} />
        )}
        {factor.name === 'key' && <WebauthnChallenge key={factor.id} factorId={factor.factorId} />}
        {factor.name === 'phone' && (
          <PhoneChallenge key={factor.id} factorId={factor.factorId} onVerified={welcome} />
        )}
        {factor.name === 'recovery' && (
          <CodeForm
            key="recovery"
            kind="recovery"
            verify={verifyRecoveryCode}
            onVerified={welcome}
          />
        )}
        <OtherFactors factors={factors.filter(({ id }) => id !== factor.id)} onChoose={setChosen} />
      </DialogBody>
    </Dialog>
  );
}

interface OtherFactorsProps {
  factors: readonly ChallengeFactor[];
  onChoose: (id: string) => void;
}

function OtherFactors({ factors, onChoose }: OtherFactorsProps) {
  return (
    <div className="flex flex-col items-center">
      {factors.map((factor) => (
        <Button key={factor.id} variant="link" size="sm" onClick={() => onChoose(factor.id)}>
          {textsOf(factor).offer}
        </Button>
      ))}
    </div>
  );
}
