import { PAYMENT_METHODS, type PaymentMethod } from '@beaconpay/domain';
import { useQuery } from '@tanstack/react-query';
import { paymentSettingsQuery } from './api.ts';
import { offeredMethods } from './payment-methods.ts';

interface PaymentMethods {
  /** All built-in methods until it is known which of them are offered. */
  methods: readonly PaymentMethod[];
  /** Only `known` methods may show where to pay: before that it could be a placeholder. */
  state: 'loading' | 'failed' | 'known';
  retry: () => void;
}

/** The ways to pay by hand that are offered, and where to pay by each. */
export function usePaymentMethods(): PaymentMethods {
  const { data, isError, isFetching, refetch } = useQuery(paymentSettingsQuery());
  const retry = () => void refetch();
  if (data !== undefined) return { methods: offeredMethods(data), state: 'known', retry };
  const isFailed = isError && !isFetching;
  return { methods: PAYMENT_METHODS, state: isFailed ? 'failed' : 'loading', retry };
}
