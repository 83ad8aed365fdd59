import { useFormContext, useWatch } from 'react-hook-form';
import { AmountField, type AmountLimits } from './amount-field.tsx';
import { CurrencySelect } from './currency-select.tsx';
import { FormControl, FormField, FormItem, FormLabel, FormMessage } from '../ui/form.tsx';

interface AmountValues {
  /** As it was typed. */
  amount: string;
  /** ISO 4217, or a crypto currency's code. */
  currency: string;
}

interface AmountFieldsProps extends AmountLimits {
  onCurrencyChange?: () => void;
}

/** How much, and in which currency. Belongs inside a Form whose values include AmountValues. */
export function AmountFields({ onCurrencyChange, ...limits }: AmountFieldsProps) {
  const { control } = useFormContext<AmountValues>();
  const currency = useWatch({ control, name: 'currency' });
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <AmountField label="Amount" currency={currency} {...limits} />
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
                  onCurrencyChange?.();
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
