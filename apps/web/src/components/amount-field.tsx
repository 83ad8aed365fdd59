import { useFormContext } from 'react-hook-form';
import { AmountInput } from './amount-input.tsx';
import { FormControl, FormField, FormItem, FormLabel, FormMessage } from './ui/form.tsx';

interface AmountFieldProps {
  label: string;
  /** ISO 4217, or a crypto currency's code. */
  currency: string;
  min: string;
  /** What the number field counts in; `any` takes every number. */
  step: string;
}

/** How much. Belongs inside a Form whose values include `amount`, a decimal text. */
export function AmountField({ label, currency, min, step }: AmountFieldProps) {
  const { control } = useFormContext<{ amount: string }>();
  return (
    <FormField
      control={control}
      name="amount"
      render={({ field }) => (
        <FormItem>
          <FormLabel>{label}</FormLabel>
          <FormControl>
            <AmountInput
              currency={currency}
              min={min}
              step={step}
              placeholder="0.00"
              required
              {...field}
            />
          </FormControl>
          <FormMessage />
        </FormItem>
      )}
    />
  );
}
