import { LONG_TOAST_DURATION_MS } from '@beaconpay/domain';
import { use, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { toast, toastFailure } from '../components/ui/toast-store.ts';
import { isUnreachable } from '../lib/backend-error.ts';
import { errorMessage } from '../lib/error-message.ts';
import { QueryHolderContext } from '../lib/query-holder.ts';
import { useAuthDialogs } from '../session/auth-dialogs.tsx';
import { isSignedOut, settleSession } from '../session/require-session.ts';
import type { EarlierPayment } from './api.ts';
import { createIdempotencyKeys } from './idempotency-key.ts';
import type { ManualPayment, ManualSubmission, RecordedSubmission } from './manual-payment.ts';
import { PAYMENT_SETTINGS_KEY } from './payment-methods.ts';
import type { RECORD_KINDS } from './record-kinds.ts';

/** A payment that looks like one already recorded, and waits for the customer's word. */
interface Question {
  content: string;
  earlier: EarlierPayment;
}

interface Submission<Payment> {
  payment: Payment;
  userId: string;
  /** The customer was asked whether this is a second payment, and said so. */
  isMeant: boolean;
}

type Outcome = { recorded: RecordedSubmission } | { question: Question };

/**
 * Submits a payment, says how it went, and leads on to its success page. One that names a reference
 * already used for the same amount within a day is asked about first.
 */
export function useManualSubmission<Payment extends ManualPayment>(
  submission: ManualSubmission<Payment>,
) {
  const navigate = useNavigate();
  const queries = use(QueryHolderContext);
  const { openLogIn } = useAuthDialogs();
  const [keys] = useState(createIdempotencyKeys);
  const [question, setQuestion] = useState<Question | null>(null);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const dropped = useRef(0);
  const { kind, record, notLoggedIn, failedTitle } = submission;

  async function askOrRecord({ payment, userId, isMeant }: Submission<Payment>): Promise<Outcome> {
    const content = JSON.stringify([userId, payment]);
    const isAnswered = isMeant && question?.content === content;
    // A retry makes no second record.
    if (!keys.isRetry(content) && !isAnswered) {
      const { findEarlierPayment } = await import('./api.ts');
      const earlier = await findEarlierPayment(userId, payment);
      if (earlier) return { question: { content, earlier } };
    }
    const recorded = await record(payment, { userId, idempotencyKey: keys.keyFor(content) });
    return { recorded };
  }

  async function submit(sent: Submission<Payment>): Promise<void> {
    const { payment, userId } = sent;
    const droppedBefore = dropped.current;
    setIsSubmitting(true);
    setFailure(null);
    try {
      const outcome = await askOrRecord(sent);
      if ('question' in outcome) {
        // Whoever said no while it was looked up again is not asked once more.
        if (dropped.current === droppedBefore) setQuestion(outcome.question);
        return;
      }
      setQuestion(null);
      keys.forget();
      void queries?.client?.invalidateQueries({
        predicate: ({ queryKey }) => queryKey.includes(userId),
      });
      const { id, isLogged } = outcome.recorded;
      toast({
        durationMs: LONG_TOAST_DURATION_MS,
        ...(isLogged
          ? submission.submittedToast(payment)
          : {
              title: 'Transaction Logging Error',
              description: submission.loggingFailed,
              variant: 'destructive',
            }),
      });
      await navigate(successPath(kind, id));
    } catch (error) {
      if (isSignedOut(error)) {
        // The session ended in another tab, on another device, or by time.
        refuseVisitor();
        // Whoever still counts as signed in is not asked to log in.
        await settleSession();
        openLogIn();
        return;
      }
      toastFailure(failedTitle, error);
      setFailure(failureOf(error));
      // It may have been refused because the method is not offered any more.
      void queries?.client?.invalidateQueries({ queryKey: PAYMENT_SETTINGS_KEY });
    } finally {
      setIsSubmitting(false);
    }
  }

  function refuseVisitor() {
    toast({ title: 'Authentication Error', description: notLoggedIn, variant: 'destructive' });
  }

  return {
    submit,
    refuseVisitor,
    isSubmitting,
    /** Why the last try failed: the toast that told it goes by itself. */
    failure,
    /** The record this payment looks like, while the customer is asked about it. */
    earlier: question?.earlier ?? null,
    dropQuestion: () => {
      dropped.current += 1;
      setQuestion(null);
    },
  };
}

function failureOf(error: unknown): string {
  const safety = isUnreachable(error)
    ? " If it did go through, submitting it again won't create a duplicate."
    : '';
  return errorMessage(error) + safety;
}

function successPath(kind: keyof typeof RECORD_KINDS, id: string): string {
  return `/payment-success?type=${kind}_manual&order_id=${id}`;
}
