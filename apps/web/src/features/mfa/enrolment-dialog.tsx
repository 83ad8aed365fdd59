import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { createRecoveryCodes } from '../../session/mfa/recovery-codes.ts';
import { verifiedFactorsOf } from '../../session/mfa/factor-kinds.ts';
import { PhoneChallenge } from '../../session/mfa/phone-challenge.tsx';
import { useSession } from '../../session/session-context.ts';
import { AuthenticatorForm } from './authenticator-form.tsx';
import { startEnrolment, enrolmentError, type StartedEnrolment } from './start-enrolment.ts';
import { discardSetUp } from './factors-api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { freeNameOf, FactorForm, type FactorError, type FactorValues } from './factor-form.tsx';
import type { FactorRequest } from './factor.schema.ts';

interface SetUpDialogProps {
  onClose: () => void;
}

function introductionTo(begun: StartedEnrolment | null): string {
  if (begun === null) return "Choose how to confirm it's you after entering your password.";
  if (begun.kind === 'totp') {
    return 'Scan the QR code with your authenticator app, or enter the key by hand.';
  }
  return `Enter the six-digit code we've sent to ${begun.phone.number}.`;
}

/** Sets a way to verify up: which one, its first proof, and with the first one the codes for the day it is lost. */
export default function EnrolmentDialog({ onClose }: SetUpDialogProps) {
  const { user } = useSession();
  // As it was at first: what is set up here soon counts among them.
  const [factors] = useState(() => verifiedFactorsOf(user));
  const isFirst = factors.length === 0;
  const [values, setValues] = useState<FactorValues>(() => ({
    kind: 'totp',
    name: freeNameOf('totp', factors),
    phone: '',
  }));
  const [begun, setBegun] = useState<StartedEnrolment | null>(null);
  const beginning = useMutation({ mutationFn: startEnrolment });
  const codes = useMutation({ mutationFn: createRecoveryCodes });
  const isSetUp = !codes.isIdle;
  const question = useRef<AbortController | null>(null);
  // A key is asked for no longer than the dialog is open.
  useEffect(() => () => question.current?.abort(), []);

  function discard() {
    if (begun !== null && !isSetUp) void discardSetUp(begun.factorId);
    setBegun(null);
  }

  function close() {
    discard();
    onClose();
  }

  function finish() {
    toast({ title: isFirst ? 'Two-step verification is on' : 'Verification method added' });
    if (isFirst) codes.mutate();
    else onClose();
  }

  async function begin(request: FactorRequest, typed: FactorValues): Promise<FactorError | null> {
    setValues(typed);
    question.current = new AbortController();
    try {
      const next = await beginning.mutateAsync({ request, signal: question.current.signal });
      if (next === null) finish();
      else setBegun(next);
      return null;
    } catch (error) {
      return enrolmentError(error, request.kind);
    }
  }

  return (
    <Dialog
      title={
        isSetUp
          ? 'Save your recovery codes'
          : isFirst
            ? 'Set up two-step verification'
            : 'Add a verification method'
      }
      description={
        isSetUp
          ? 'Two-step verification is on. Use these codes to log in if you lose your phone or security key.'
          : introductionTo(begun)
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
        ) : begun === null ? (
          <FactorForm
            factors={factors}
            values={values}
            isPending={beginning.isPending}
            onChosen={begin}
          />
        ) : (
          <>
            {begun.kind === 'totp' ? (
              <AuthenticatorForm appKey={begun.key} onAccepted={finish} />
            ) : (
              <PhoneChallenge
                factorId={begun.factorId}
                sentChallengeId={begun.phone.challengeId}
                action="Turn on"
                onVerified={finish}
              />
            )}
            <Button variant="link" size="sm" className="self-center" onClick={discard}>
              Back
            </Button>
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}
