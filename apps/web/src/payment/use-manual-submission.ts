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
import type { IdempotencyKeys } from './idempotency-key.ts';
import type { ManualPaymentValues } from './manual-payment.schema.ts';
import type { ManualPayment, ManualProduct } from './manual-payment.ts';
import { PAYMENT_SETTINGS_KEY } from './payment-method-texts.ts';
import type { RecordKind } from './record-kinds.ts';
import { m } from '../paraglide/messages.js';

/** A payment that looks like a recorded one, while the customer is asked. */
interface Question {
  content: string;
  earlier: EarlierPayment;
}

interface Submission<Payment> {
  payment: Payment;
  userId: string;
  /** The customer has confirmed that it is a second payment. */
  isMeant: boolean;
}

/**
 * Submits a payment, reports the result, and opens the success page. A payment with a reference that was used
 * for the same amount within a day needs a confirmation first.
 */
export function useManualSubmission<
  Values extends ManualPaymentValues,
  Payment extends ManualPayment,
>(product: ManualProduct<Values, Payment>) {
  const navigate = useNavigate();
  const queries = use(QueryHolderContext);
  const { openLogIn } = useAuthDialogs();
  const keys = useRef<IdempotencyKeys | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const dropped = useRef(0);

  /** Resolves to null if the customer must confirm first. */
  async function askOrRecord({ payment, userId, isMeant }: Submission<Payment>) {
    const content = JSON.stringify([userId, payment]);
    const isAnswered = isMeant && question?.content === content;
    const droppedBefore = dropped.current;
    const [{ findEarlierPayment, recordPayment }, { createIdempotencyKeys }] = await Promise.all([
      import('./api.ts'),
      import('./idempotency-key.ts'),
    ]);
    const { isRetry, keyFor } = (keys.current ??= createIdempotencyKeys());
    // A retry creates no second record.
    const earlier =
      isRetry(content) || isAnswered ? null : await findEarlierPayment(userId, payment);
    if (earlier) {
      // A customer who answered no during the second check is not asked again.
      if (dropped.current === droppedBefore) setQuestion({ content, earlier });
      return null;
    }
    return recordPayment(product, payment, { userId, idempotencyKey: keyFor(content) });
  }

  async function submit(sent: Submission<Payment>): Promise<void> {
    const { payment, userId } = sent;
    setIsSubmitting(true);
    setFailure(null);
    try {
      const recorded = await askOrRecord(sent);
      if (recorded === null) return;
      setQuestion(null);
      keys.current?.forget();
      void queries?.client?.invalidateQueries({
        predicate: ({ queryKey }) => queryKey.includes(userId),
      });
      toast({
        durationMs: LONG_TOAST_DURATION_MS,
        ...(recorded.isLogged
          ? product.submittedToast(payment)
          : {
              title: m.payment_transaction_logging_error(),
              description: product.loggingFailed,
              variant: 'destructive',
            }),
      });
      await navigate(successPath(product.kind, recorded.id));
    } catch (error) {
      if (isSignedOut(error)) {
        // The session ended in another tab, on another device, or by time.
        refuseVisitor();
        // A user who still counts as signed in is not asked to log in.
        await settleSession();
        openLogIn();
        return;
      }
      toastFailure(product.failedTitle, error);
      setFailure(failureOf(error));
      // The method may no longer be offered.
      void queries?.client?.invalidateQueries({ queryKey: PAYMENT_SETTINGS_KEY });
    } finally {
      setIsSubmitting(false);
    }
  }

  function refuseVisitor() {
    toast({
      title: m.common_authentication_error(),
      description: product.notLoggedIn,
      variant: 'destructive',
    });
  }

  return {
    submit,
    refuseVisitor,
    isSubmitting,
    /** Why the last attempt failed. Its toast disappears. */
    failure,
    /** The similar record, while the customer is asked about it. */
    earlier: question?.earlier ?? null,
    dropQuestion: () => {
      dropped.current += 1;
      setQuestion(null);
    },
  };
}

function failureOf(error: unknown): string {
  const safety = isUnreachable(error) ? ' ' + m.payment_if_it_did_go_through_submitting_it() : '';
  return errorMessage(error) + safety;
}

function successPath(kind: RecordKind, id: string): string {
  return `/payment-success?type=${kind}_manual&order_id=${id}`;
}
