import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { useWebauthnPrompt } from '../../lib/web-authn.ts';
import { verifiedFactorsOf } from '../../session/mfa/factor-kinds.ts';
import { PhoneChallenge } from '../../session/mfa/phone-challenge.tsx';
import { useSession } from '../../session/session-context.ts';
import { AuthenticatorForm } from './authenticator-form.tsx';
import { startEnrolment, enrolmentError, type StartedEnrolment } from './start-enrolment.ts';
import { createRecoveryCodes, discardEnrolment } from './factors-api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { freeNameOf, FactorForm, type FactorError, type FactorValues } from './factor-form.tsx';
import type { FactorRequest } from './factor.schema.ts';
import { m } from '../../paraglide/messages.js';

interface EnrolmentDialogProps {
  onClose: () => void;
}

function introductionTo(started: StartedEnrolment | null): string {
  if (started === null) return m.mfa_choose_how_to_confirm_its_you_after();
  if (started.kind === 'totp') {
    return m.mfa_scan_qr_code_with_your_authenticator_app();
  }
  return m.mfa_enter_six_digit_code_weve_sent_to({ number: started.phone.number });
}

/** Adds a second factor: chooses its kind, verifies it, and creates recovery codes with the first factor. */
export default function EnrolmentDialog({ onClose }: EnrolmentDialogProps) {
  const { user } = useSession();
  // Read once: the new factor must not change the dialog.
  const [factors] = useState(() => verifiedFactorsOf(user));
  const isFirst = factors.length === 0;
  const [values, setValues] = useState<FactorValues>(() => ({
    kind: 'totp',
    name: freeNameOf('totp', factors),
    phone: '',
  }));
  const [started, setStarted] = useState<StartedEnrolment | null>(null);
  const starting = useMutation({ mutationFn: startEnrolment });
  const codes = useMutation({ mutationFn: createRecoveryCodes });
  const isSetUp = !codes.isIdle;
  const openPrompt = useWebauthnPrompt();

  function discard() {
    if (started !== null && !isSetUp) void discardEnrolment(started.factorId);
    setStarted(null);
  }

  function close() {
    discard();
    onClose();
  }

  function finish() {
    toast({
      title: isFirst ? m.mfa_two_step_verification_is_on() : m.mfa_verification_method_added(),
    });
    if (isFirst) codes.mutate();
    else onClose();
  }

  async function begin(request: FactorRequest, typed: FactorValues): Promise<FactorError | null> {
    setValues(typed);
    try {
      const next = await starting.mutateAsync({ request, signal: openPrompt() });
      if (next === null) finish();
      else setStarted(next);
      return null;
    } catch (error) {
      return enrolmentError(error, request.kind);
    }
  }

  return (
    <Dialog
      title={
        isSetUp
          ? m.mfa_save_your_recovery_codes()
          : isFirst
            ? m.mfa_set_up_two_step_verification()
            : m.mfa_add_a_verification_method()
      }
      description={
        isSetUp ? m.mfa_two_step_verification_is_on_use_these() : introductionTo(started)
      }
      onClose={close}
      className="sm:max-w-lg"
      onInteractOutside={(event) => event.preventDefault()}
    >
      <DialogBody className="flex flex-col gap-4">
        {isSetUp ? (
          <RecoveryCodes
            codes={codes.data}
            error={codes.error}
            onRetry={() => codes.mutate()}
            onDone={onClose}
          />
        ) : started === null ? (
          <FactorForm
            factors={factors}
            values={values}
            isPending={starting.isPending}
            onChosen={begin}
          />
        ) : (
          <>
            {started.kind === 'totp' ? (
              <AuthenticatorForm appKey={started.key} onAccepted={finish} />
            ) : (
              <PhoneChallenge
                factorId={started.factorId}
                sentChallengeId={started.phone.challengeId}
                action={m.mfa_turn_on()}
                onVerified={finish}
              />
            )}
            <Button variant="link" size="sm" className="self-center" onClick={discard}>
              {m.mfa_back()}
            </Button>
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}
