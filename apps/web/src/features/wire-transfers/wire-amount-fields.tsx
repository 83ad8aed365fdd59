import { WIRE_AMOUNT_MIN } from '@beaconpay/domain';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { AmountInput } from '../../components/amount-input.tsx';
import { CurrencySelect } from '../../components/currency-select.tsx';
import {
  FormControl,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../../components/ui/form.tsx';
import type { WireValues } from './wire.schema.ts';

/** How much, and in which currency; the currency decides between bank and wallet. */
export function WireAmountFields({ form }: { form: UseFormReturn<WireValues> }) {
  const { control } = form;
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
                min={WIRE_AMOUNT_MIN}
                step="any"
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
              <CurrencySelect
                {...field}
                onChange={(event) => {
                  field.onChange(event);
                  form.clearErrors();
                }}
              />
            </FormControl>
            <FormMessage />
          </FormItem>
        )}
      />
    </div>
  );
}
