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
import { m } from '../../paraglide/messages.js';

function textsOf(factor: ChallengeFactor): { ask: string; offer: string } {
  switch (factor.name) {
    case 'app':
      return {
        ask: m.auth_enter_six_digit_code_from_your_app(),
        offer: m.auth_use_code_from_your_app(),
      };
    case 'key':
      return {
        ask: m.auth_use_your_security_key_name_to_confirm({ name: factor.label }),
        offer: m.auth_use_your_key_name({ name: factor.label }),
      };
    case 'phone':
      return {
        ask:
          factor.lastDigits === ''
            ? m.auth_well_text_code()
            : m.auth_well_text_code_to_phone_ending_in({ digits: factor.lastDigits }),
        offer: m.auth_send_code_to_your_phone(),
      };
    case 'recovery':
      return {
        ask: m.auth_enter_one_your_recovery_codes_each_works(),
        offer: m.auth_use_a_recovery_code(),
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
      toastFailure(m.common_logout_failed(), error);
    }
  }

  return (
    <Dialog
      title={m.common_two_step_verification()}
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
