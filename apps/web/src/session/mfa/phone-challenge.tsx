import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { MfaChallengeForm } from './mfa-challenge-form.tsx';
import { sendPhoneCode, verifyPhoneCode } from './mfa-challenge.ts';

/** The server sends no sooner; somebody who waits for a text has nothing to press meanwhile. */
const SEND_AGAIN_AFTER_S = 60;

interface PhoneStepProps {
  factorId: string;
  /** The question that a code was sent for already. */
  sentChallengeId?: string | null;
  /** Takes the place of the word of welcome. */
  onVerified?: () => void;
  action?: string;
}

/** Sends a code to a phone when asked to, takes it, and sends another one after a while. */
export function PhoneChallenge({ factorId, sentChallengeId = null, ...form }: PhoneStepProps) {
  const [challengeId, setChallengeId] = useState(sentChallengeId);
  const [waitS, startWaiting] = useCountdown(SEND_AGAIN_AFTER_S);
  useEffect(() => {
    if (sentChallengeId !== null) startWaiting();
  }, [sentChallengeId, startWaiting]);
  const sending = useMutation({ mutationFn: sendPhoneCode });

  async function send() {
    try {
      setChallengeId(await sending.mutateAsync(factorId));
      startWaiting();
      toast({ title: 'Code sent', description: 'Only the latest code will work.' });
    } catch (error) {
      toast({ title: 'Code not sent', description: errorMessage(error), variant: 'destructive' });
    }
  }

  if (challengeId === null) {
    return (
      <Button className="w-full" busy={sending.isPending} onClick={() => void send()}>
        {sending.isPending ? 'Sending…' : 'Send code'}
      </Button>
    );
  }
  return (
    <MfaChallengeForm
      {...form}
      kind="digits"
      verify={(code) => verifyPhoneCode({ factorId, challengeId, code })}
    >
      <Button
        variant="link"
        size="sm"
        className="self-center"
        busy={sending.isPending}
        disabled={waitS > 0}
        onClick={() => void send()}
      >
        {waitS > 0 ? `Resend code in ${String(waitS)} s` : 'Resend code'}
      </Button>
    </MfaChallengeForm>
  );
}
