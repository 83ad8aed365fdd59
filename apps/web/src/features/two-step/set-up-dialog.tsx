import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { makeRecoveryCodes } from '../../lib/recovery-codes.ts';
import { verifiedFactorsOf } from '../../session/factor-kinds.ts';
import { PhoneStep } from '../../session/phone-step.tsx';
import { useSession } from '../../session/session-context.ts';
import { AppKeyForm } from './app-key-form.tsx';
import { beginWay, wayProblem, type BegunWay } from './begin-way.ts';
import { discardSetUp } from './factors-api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { freeNameOf, WayForm, type WayProblem, type WayValues } from './way-form.tsx';
import type { WayRequest } from './way.schema.ts';

interface SetUpDialogProps {
  onClose: () => void;
}

function introductionTo(begun: BegunWay | null): string {
  if (begun === null) return "Choose how to confirm it's you after entering your password.";
  if (begun.kind === 'totp') {
    return 'Scan the QR code with your authenticator app, or enter the key by hand.';
  }
  return `Enter the six-digit code we've sent to ${begun.phone.number}.`;
}

/** Sets a way to verify up: which one, its first proof, and with the first one the codes for the day it is lost. */
export default function SetUpDialog({ onClose }: SetUpDialogProps) {
  const { user } = useSession();
  // As it was at first: what is set up here soon counts among them.
  const [factors] = useState(() => verifiedFactorsOf(user));
  const isFirst = factors.length === 0;
  const [values, setValues] = useState<WayValues>(() => ({
    kind: 'totp',
    name: freeNameOf('totp', factors),
    phone: '',
  }));
  const [begun, setBegun] = useState<BegunWay | null>(null);
  const beginning = useMutation({ mutationFn: beginWay });
  const codes = useMutation({ mutationFn: makeRecoveryCodes });
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

  async function begin(request: WayRequest, typed: WayValues): Promise<WayProblem | null> {
    setValues(typed);
    question.current = new AbortController();
    try {
      const next = await beginning.mutateAsync({ request, signal: question.current.signal });
      if (next === null) finish();
      else setBegun(next);
      return null;
    } catch (error) {
      return wayProblem(error, request.kind);
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
          <WayForm
            factors={factors}
            values={values}
            isPending={beginning.isPending}
            onChosen={begin}
          />
        ) : (
          <>
            {begun.kind === 'totp' ? (
              <AppKeyForm appKey={begun.key} onAccepted={finish} />
            ) : (
              <PhoneStep
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
