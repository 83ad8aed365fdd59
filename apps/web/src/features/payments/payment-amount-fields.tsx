import { PAYMENT_AMOUNT_MIN } from '@beaconpay/domain';
import { useWatch, type Control } from 'react-hook-form';
import { AmountInput } from '../../components/amount-input.tsx';
import { CurrencySelect } from '../../components/currency-select.tsx';
import {
  FormControl,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../../components/ui/form.tsx';
import { PAYMENT_AMOUNT_STEP, type PaymentValues } from './payment.schema.ts';

/** How much, and in which currency. */
export function PaymentAmountFields({ control }: { control: Control<PaymentValues> }) {
  const currency = useWatch({ control, name: 'currency' });
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <FormField
        control={control}
        name="amount"
        render={({ field }) => (
          <FormItem>
            <FormLabel>Amount</FormLabel>
            <FormControl>
              <AmountInput
                currency={currency}
                min={PAYMENT_AMOUNT_MIN}
                step={PAYMENT_AMOUNT_STEP}
                placeholder="0.00"
                required
                {...field}
              />
            </FormControl>
            <FormMessage />
          </FormItem>
        )}
      />
      <FormField
        control={control}
        name="currency"
        render={({ field }) => (
          <FormItem>
            <FormLabel>Currency</FormLabel>
            <FormControl>
              <CurrencySelect {...field} />
            </FormControl>
            <FormMessage />
          </FormItem>
        )}
      />
    </div>
  );
}
