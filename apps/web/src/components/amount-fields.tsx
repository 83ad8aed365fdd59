import { useFormContext, useWatch } from 'react-hook-form';
import { AmountField } from './amount-field.tsx';
import { CurrencySelect } from './currency-select.tsx';
import { FormControl, FormField, FormItem, FormLabel, FormMessage } from './ui/form.tsx';

interface AmountValues {
  /** A decimal text. */
  amount: string;
  /** ISO 4217, or a crypto currency's code. */
  currency: string;
}

interface AmountFieldsProps {
  min: string;
  /** What the number field counts in; `any` takes every number. */
  step: string;
  onCurrencyChange?: () => void;
}

/** How much, and in which currency. Belongs inside a Form whose values include AmountValues. */
export function AmountFields({ min, step, onCurrencyChange }: AmountFieldsProps) {
  const { control } = useFormContext<AmountValues>();
  const currency = useWatch({ control, name: 'currency' });
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <AmountField label="Amount" currency={currency} min={min} step={step} />
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
