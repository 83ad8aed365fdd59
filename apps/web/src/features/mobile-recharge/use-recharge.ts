import {
  LONG_TOAST_DURATION_MS,
  OPERATORS,
  RECHARGE_AMOUNTS_USD,
  RECHARGE_TYPES,
  type PaymentMethodId,
} from '@beaconpay/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { transactionReferenceOf } from '../../components/manual-payment.schema.ts';
import { useToast } from '../../components/ui/use-toast.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { createIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { SignedOutError } from '../../session/update-profile.ts';
import { submitRecharge, type RechargeRequest } from './api.ts';
import { RECHARGE_FAILED, type RechargeValues } from './recharge.schema.ts';

/** Submits a valid recharge for `userId`, says how it went, and leads on to its success page. */
export function useRecharge() {
  const { toast } = useToast();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [idempotencyKeys] = useState(createIdempotencyKeys);
  const { openLogIn } = useAuthDialogs();
  const mutation = useMutation({ mutationFn: submitRecharge });

  async function submit(values: RechargeValues, userId: string): Promise<void> {
    const recharge = rechargeOf(values, userId);
    const idempotencyKey = idempotencyKeys.keyFor(JSON.stringify(recharge));
    try {
      const { rechargeId, isLogged } = await mutation.mutateAsync({ ...recharge, idempotencyKey });
      idempotencyKeys.forget();
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey.includes(userId),
      });
      toast(isLogged ? submittedToast(recharge.operator.name) : loggingFailedToast);
      await navigate(`/payment-success?type=mobile_recharge_manual&order_id=${rechargeId}`);
    } catch (error) {
      if (error instanceof SignedOutError) {
        // The session ended in another tab, or by time.
        toast(notLoggedInToast);
        openLogIn();
        return;
      }
      toast({ title: RECHARGE_FAILED, description: errorMessage(error), variant: 'destructive' });
    }
  }

  return { submit, isSubmitting: mutation.isPending };
}

/** The recharge to send. Card number and CVV are not part of it. */
function rechargeOf(
  values: RechargeValues,
  userId: string,
): Omit<RechargeRequest, 'idempotencyKey'> {
  const operator = OPERATORS.find(({ id }) => id === values.operatorId);
  const amountUsd = RECHARGE_AMOUNTS_USD.find((amount) => String(amount) === values.amountUsd);
  const type = RECHARGE_TYPES.find(({ id }) => id === values.type);
  if (operator === undefined || amountUsd === undefined || type === undefined) {
    throw new Error('A recharge needs an operator, an amount and a type on offer.');
  }
  return {
    userId,
    operator,
    phoneNumber: values.phoneNumber.trim(),
    amountUsd,
    type: type.id,
    // The schema lets only known methods through.
    paymentMethod: values.paymentMethod as PaymentMethodId,
    transactionReference: transactionReferenceOf(values),
  };
}

function submittedToast(operatorName: string) {
  return {
    title: 'Recharge Submitted',
    description: `Your ${operatorName} recharge is pending manual payment verification.`,
    durationMs: LONG_TOAST_DURATION_MS,
  };
}

const loggingFailedToast = {
  title: 'Transaction Logging Error',
  description: 'Recharge submitted, but failed to log transaction. Please contact support.',
  variant: 'destructive',
  durationMs: LONG_TOAST_DURATION_MS,
} as const;

export const notLoggedInToast = {
  title: 'Authentication Error',
  description: 'You must be logged in to recharge.',
  variant: 'destructive',
} as const;
