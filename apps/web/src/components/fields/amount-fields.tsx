import { useFormContext, useWatch } from 'react-hook-form';
import { AmountField, type AmountLimits } from './amount-field.tsx';
import { CurrencySelect } from './currency-select.tsx';
import { FormControl, FormField, FormItem, FormLabel, FormMessage } from '../ui/form.tsx';
import { m } from '../../paraglide/messages.js';

interface AmountValues {
  /** The text as typed. */
  amount: string;
  /** An ISO 4217 code, or the code of a crypto currency. */
  currency: string;
}

interface AmountFieldsProps extends AmountLimits {
  onCurrencyChange?: () => void;
}

/** The amount and its currency, for a Form with AmountValues. */
export function AmountFields({ onCurrencyChange, ...limits }: AmountFieldsProps) {
  const { control } = useFormContext<AmountValues>();
  const currency = useWatch({ control, name: 'currency' });
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <AmountField label={m.common_amount()} currency={currency} {...limits} />
      <FormField
        control={control}
        name="currency"
        render={({ field }) => (
          <FormItem>
            <FormLabel>{m.common_currency()}</FormLabel>
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
