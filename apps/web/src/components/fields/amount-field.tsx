import { AMOUNT_PLACES, parseDecimal, readTypedAmount } from '@beaconpay/domain';
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
import { formatExactAmount } from '../../lib/format-amount.ts';
import { LOCALE } from '../../lib/locale.ts';
import { m } from '../../paraglide/messages.js';

export interface AmountLimits {
  /** A decimal text. */
  min: string;
  /** The maximum number of decimals. */
  places: number;
  /** The step between amounts; `any` if there is none. */
  step: string;
}

interface AmountFieldProps extends AmountLimits {
  label: string;
  /** An ISO 4217 code, or the code of a crypto currency. */
  currency: string;
}

/**
 * The amount field of a Form with the value `amount`, which is the text as typed. The form's schema parses it
 * (`amountOf`). The field never changes the text.
 */
export function AmountField({ label, currency, places, ...limits }: AmountFieldProps) {
  const { control, trigger } = useFormContext<{ amount: string }>();
  // If the schema does not load, the submission reports it.
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
              placeholder={ZERO}
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

/** "0.00" in the language of the page. */
const ZERO = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: AMOUNT_PLACES }).format(0);

const PLAIN_NUMBER = /^[\d.]*$/;
/** Between a separator and the next digit, the user is still typing. */
const UNFINISHED = /[^\p{Nd}]$/u;

/** "We read this as $1,250.00." for text that is not a plain number. Otherwise nothing. */
function readingOf(typed: string, places: number, currency: string): string | null {
  const text = typed.trim();
  if (PLAIN_NUMBER.test(text) || UNFINISHED.test(text)) return null;
  const read = readTypedAmount(text, places);
  if (read.kind !== 'amount' || parseDecimal(read.amount, places) === null) return null;
  return m.ui_we_read_this_as_amount({ amount: formatExactAmount(read.amount, currency) });
}
