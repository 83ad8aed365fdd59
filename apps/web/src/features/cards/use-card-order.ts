import {
  DEFAULT_CARD_NAME,
  findCardTier,
  LONG_TOAST_DURATION_MS,
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
import { submitCardOrder, type CardOrderRequest } from './api.ts';
import { ORDER_FAILED, type OrderCardValues } from './order-card.schema.ts';

/** Submits a valid order for `userId`, says how it went, and leads on to its success page. */
export function useCardOrder() {
  const { toast } = useToast();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [idempotencyKeys] = useState(createIdempotencyKeys);
  const { openLogIn } = useAuthDialogs();
  const mutation = useMutation({ mutationFn: submitCardOrder });

  async function submit(values: OrderCardValues, userId: string): Promise<void> {
    const order = orderOf(values, userId);
    const idempotencyKey = idempotencyKeys.keyFor(JSON.stringify(order));
    try {
      const { orderId, isLogged } = await mutation.mutateAsync({ ...order, idempotencyKey });
      idempotencyKeys.forget();
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey.includes(userId),
      });
      toast(isLogged ? submittedToast(order.tier.name) : loggingFailedToast);
      await navigate(`/payment-success?type=card_order_manual&order_id=${orderId}`);
    } catch (error) {
      if (error instanceof SignedOutError) {
        // The session ended in another tab, or by time.
        toast(notLoggedInToast);
        openLogIn();
        return;
      }
      toast({ title: ORDER_FAILED, description: errorMessage(error), variant: 'destructive' });
    }
  }

  return { submit, isSubmitting: mutation.isPending };
}

/** The order to send. Card number and CVV are not part of it. */
function orderOf(
  values: OrderCardValues,
  userId: string,
): Omit<CardOrderRequest, 'idempotencyKey'> {
  const tier = findCardTier(values.tierId);
  if (tier === undefined) throw new Error('An order needs one of the tiers on offer.');
  return {
    userId,
    tier,
    cardName: values.cardName.trim() || DEFAULT_CARD_NAME,
    // The schema lets only known methods through.
    paymentMethod: values.paymentMethod as PaymentMethodId,
    transactionReference: transactionReferenceOf(values),
  };
}

function submittedToast(tierName: string) {
  return {
    title: 'Card Order Submitted',
    description: `Your ${tierName} card order is pending manual payment verification.`,
    durationMs: LONG_TOAST_DURATION_MS,
  };
}

const loggingFailedToast = {
  title: 'Transaction Logging Error',
  description: 'Card order submitted, but failed to log transaction. Please contact support.',
  variant: 'destructive',
  durationMs: LONG_TOAST_DURATION_MS,
} as const;

export const notLoggedInToast = {
  title: 'Authentication Error',
  description: 'You must be logged in to order a card.',
  variant: 'destructive',
} as const;
