import { use, useEffect, useState } from 'react';
import { QueryHolderContext } from '../lib/query-holder.ts';
import type { SettingsReading } from './watch-payment-settings.ts';
import { PAYMENT_METHODS, type PaymentMethod } from './payment-method-texts.ts';

interface PaymentMethods {
  /** All built-in methods, until the offered ones are known. */
  methods: readonly PaymentMethod[];
  /** Payment details may be shown only for `known` methods. Before that they could be placeholders. */
  state: 'loading' | 'failed' | 'known';
  retry: () => void;
}

const NOT_READ: SettingsReading = { methods: undefined, isFailed: false, retry: () => undefined };

/**
 * The offered manual methods with their payment details.
 *
 * @param isSeen nothing is loaded before the user sees this part of the page
 */
export function usePaymentMethods(isSeen: boolean): PaymentMethods {
  const queries = use(QueryHolderContext);
  const [{ methods, isFailed, retry }, setReading] = useState(NOT_READ);
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    if (!isSeen || queries === null) return;
    let stop: (() => void) | null = () => undefined;
    Promise.all([import('./watch-payment-settings.ts'), import('./form-instructions.tsx')]).then(
      ([{ watchPaymentSettings }]) => {
        if (stop !== null) stop = watchPaymentSettings(queries, setReading);
      },
      () => {
        function retryFetching() {
          setReading(NOT_READ);
          setAttempt(attempt + 1);
        }
        if (stop !== null) setReading({ ...NOT_READ, isFailed: true, retry: retryFetching });
      },
    );
    return () => {
      stop?.();
      stop = null;
    };
  }, [isSeen, queries, attempt]);

  if (methods !== undefined) return { methods, state: 'known', retry };
  return { methods: PAYMENT_METHODS, state: isFailed ? 'failed' : 'loading', retry };
}
