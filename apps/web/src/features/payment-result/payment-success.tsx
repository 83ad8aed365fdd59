import { LogIn } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { useSession } from '../../session/session-context.ts';
import { ConfirmationResult } from './confirmation-result.tsx';
import { FailedResult } from './failed-result.tsx';
import { NothingToShow } from './nothing-to-show.tsx';
import { readPaymentRequest } from './payment-request.ts';
import { ResultCard } from './result-card.tsx';
import { SubmittedResult } from './submitted-result.tsx';
import { m } from '../../paraglide/messages.js';

/** The status of the order or recharge in the URL. */
export function PaymentSuccess() {
  const [query] = useSearchParams();
  const { user } = useSession();
  const request = readPaymentRequest(query, user !== null);
  if (request.step === 'submitted') {
    return request.referenceId ? (
      <SubmittedResult kind={request.kind} referenceId={request.referenceId} />
    ) : (
      <NothingToShow kind={request.kind} />
    );
  }
  if (request.step === 'refused') {
    return <RefusedRequest message={request.message} isStripe={request.isStripe} />;
  }
  if (request.step === 'log-in' || user === null) return <LogInFirst />;
  return (
    <ConfirmationResult
      request={{
        userId: user.id,
        kind: request.kind,
        recordId: request.recordId,
        sessionId: request.sessionId,
      }}
    />
  );
}

function RefusedRequest({ message, isStripe }: { message: string; isStripe: boolean }) {
  useEffect(() => {
    if (!isStripe) return;
    toast({
      title: m.payment_result_confirmation_error(),
      description: message,
      variant: 'destructive',
    });
  }, [message, isStripe]);
  return <FailedResult message={message} />;
}

/** A payment is confirmed only for its owner. After the log-in the page continues. */
function LogInFirst() {
  const { openLogIn } = useAuthDialogs();
  useEffect(() => {
    toast({
      title: m.common_authentication_error(),
      description: m.common_user_not_logged_in(),
      variant: 'destructive',
    });
  }, []);
  return (
    <ResultCard
      icon={LogIn}
      tone="neutral"
      title={m.payment_result_log_in_to_confirm_your_payment()}
      description={m.payment_result_user_not_logged_in_log_in_and()}
      actions={
        <Button aria-haspopup="dialog" onClick={openLogIn}>
          {m.common_log_in()}
        </Button>
      }
    />
  );
}
