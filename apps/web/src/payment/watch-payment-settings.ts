import { QueryObserver, type QueryObserverResult } from '@tanstack/react-query';
import { createQueryClient } from '../components/loading/query-client.ts';
import type { QueryHolder } from '../lib/query-holder.ts';
import { paymentSettingsQuery } from './api.ts';
import type { PaymentMethod } from './payment-method-texts.ts';
import { offeredMethods, type PaymentMethodSetting } from './payment-methods.ts';

/** What is known of the settings. */
export interface SettingsReading {
  /** The offered methods as customers see them. Undefined until they are known. */
  methods: readonly PaymentMethod[] | undefined;
  isFailed: boolean;
  retry: () => void;
}

/** Reads the settings and follows their changes until the returned function is called. */
export function watchPaymentSettings(
  queries: QueryHolder,
  onReading: (reading: SettingsReading) => void,
): () => void {
  const client = queries.obtain(createQueryClient);
  const observer = new QueryObserver(client, paymentSettingsQuery());

  function report({
    data,
    isError,
    isFetching,
    refetch,
  }: QueryObserverResult<PaymentMethodSetting[]>) {
    onReading({
      methods: data === undefined ? undefined : offeredMethods(data),
      isFailed: isError && !isFetching,
      retry: () => void refetch(),
    });
  }

  // The provider does this, too. Without it the cache does not notice that the user returns to the page.
  client.mount();
  const unsubscribe = observer.subscribe(report);
  report(observer.getCurrentResult());
  return () => {
    unsubscribe();
    client.unmount();
  };
}
