import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeForm } from '../../components/sign-in/code-form.tsx';
import { Button } from '../../components/ui/button.tsx';
import { toast, toastFailure } from '../../components/ui/toast-store.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { sendPhoneCode, verifyPhoneCode } from './mfa-challenge.ts';
import { m } from '../../paraglide/messages.js';

/** The server rejects an earlier resend, so the button stays disabled until then. */
const SEND_AGAIN_AFTER_S = 60;

interface PhoneChallengeProps {
  factorId: string;
  /** The challenge whose code is already sent. */
  sentChallengeId?: string | null;
  onVerified: () => void;
  action?: string;
}

/** Sends a code to a phone and verifies it. The user can request another code after a delay. */
export function PhoneChallenge({ factorId, sentChallengeId = null, ...form }: PhoneChallengeProps) {
  const [challengeId, setChallengeId] = useState(sentChallengeId);
  const [waitS, startWaiting] = useCountdown(SEND_AGAIN_AFTER_S, {
    isStarted: sentChallengeId !== null,
  });
  const sending = useMutation({ mutationFn: sendPhoneCode });

  async function send() {
    try {
      setChallengeId(await sending.mutateAsync(factorId));
      startWaiting();
      toast({ title: m.session_code_sent(), description: m.session_only_latest_code_will_work() });
    } catch (error) {
      toastFailure(m.session_code_not_sent(), error);
    }
  }

  if (challengeId === null) {
    return (
      <Button className="w-full" busy={sending.isPending} onClick={() => void send()}>
        {sending.isPending ? m.common_sending() : m.common_send_code()}
      </Button>
    );
  }
  return (
    <CodeForm {...form} verify={(code) => verifyPhoneCode({ factorId, challengeId, code })}>
      <Button
        variant="link"
        size="sm"
        className="self-center"
        busy={sending.isPending}
        disabled={waitS > 0}
        onClick={() => void send()}
      >
        {waitS > 0
          ? m.session_resend_code_in_seconds_s({ seconds: String(waitS) })
          : m.session_resend_code()}
      </Button>
    </CodeForm>
  );
}
