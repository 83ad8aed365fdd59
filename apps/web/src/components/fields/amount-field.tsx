import { formatExactAmount, parseDecimal, readTypedAmount } from '@beaconpay/domain';
import { useFormContext } from 'react-hook-form';
import { AmountInput } from './amount-input.tsx';
import {
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../ui/form.tsx';

export interface AmountLimits {
  /** A decimal text. */
  min: string;
  /** How many decimals an amount may have. */
  places: number;
  /** The smallest difference between two amounts; `any` where there is none. */
  step: string;
}

interface AmountFieldProps extends AmountLimits {
  label: string;
  /** ISO 4217, or a crypto currency's code. */
  currency: string;
}

/**
 * How much. Belongs inside a Form whose values include `amount`, the text as it was typed, which the
 * form's schema reads (`amountOf`). The field never rewrites it.
 */
export function AmountField({ label, currency, places, ...limits }: AmountFieldProps) {
  const { control, trigger } = useFormContext<{ amount: string }>();
  // A schema that did not load is reported when the form is submitted.
  const check = () => void trigger('amount').catch(() => undefined);
  return (
    <FormField
      control={control}
      name="amount"
      render={({ field, fieldState: { invalid } }) => (
        <FormItem>
          <FormLabel>{label}</FormLabel>
          <FormControl>
            <AmountInput
              currency={currency}
              placeholder="0.00"
              required
              {...limits}
              {...field}
              onChange={(event) => {
                field.onChange(event);
                if (invalid) check();
              }}
              onBlur={(event) => {
                field.onBlur();
                if (event.target.value !== '') check();
              }}
            />
          </FormControl>
          {/* Out of the column while it is empty, and always there for screen readers to watch. */}
          <FormDescription aria-live="polite" className="empty:absolute">
            {readingOf(field.value, places, currency)}
          </FormDescription>
          <FormMessage />
        </FormItem>
      )}
    />
  );
}

const PLAIN_NUMBER = /^[\d.]*$/;
/** Between a sign and the next digit, typing goes on. */
const UNFINISHED = /[^\p{Nd}]$/u;

/** "We read this as $1,250.00." for what is not a plain number; otherwise nothing. */
function readingOf(typed: string, places: number, currency: string): string | null {
  const text = typed.trim();
  if (PLAIN_NUMBER.test(text) || UNFINISHED.test(text)) return null;
  const read = readTypedAmount(text, places);
  if (read.kind !== 'amount' || parseDecimal(read.amount, places) === null) return null;
  return `We read this as ${formatExactAmount(read.amount, currency)}.`;
}
