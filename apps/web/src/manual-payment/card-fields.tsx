import {
  cardBrand,
  cardNumberDigits,
  CARD_NUMBER_MAX_LENGTH,
  CVV_MAX_LENGTH,
  EXPIRY_MONTHS,
  expiryYears,
} from '@beaconpay/domain';
import { useState, type ChangeEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ManualPaymentValues } from './manual-payment.schema.ts';
import { Alert, AlertDescription, AlertTitle } from '../components/ui/alert.tsx';
import {
  FormControl,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../components/ui/form.tsx';
import { Input } from '../components/ui/input.tsx';
import { NativeSelect } from '../components/ui/native-select.tsx';

/**
 * The five fields of a card payment. What is marked as secret is never kept for later, not even in
 * this browser. Browsers are asked not to fill them in: only a made-up card
 * belongs here.
 */
export function CardFields({ instruction }: { instruction: string }) {
  const { control } = useFormContext<ManualPaymentValues>();
  return (
    <fieldset data-slot="card-fields" className="flex min-w-0 flex-col gap-5">
      <legend className="sr-only">Card details</legend>
      <Alert variant="warning">
        <AlertTitle>Demonstration only</AlertTitle>
        <AlertDescription>{instruction}</AlertDescription>
      </Alert>
      <FormField
        control={control}
        name="cardholderName"
        render={({ field }) => (
          <FormItem>
            <FormLabel>Name on card</FormLabel>
            <FormControl>
              <Input autoComplete="off" {...field} />
            </FormControl>
            <FormMessage />
          </FormItem>
        )}
      />
      <FormField
        control={control}
        name="cardNumber"
        render={({ field }) => (
          <FormItem>
            <FormLabel>Card number</FormLabel>
            <div className="relative">
              <FormControl>
                <Input
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={CARD_NUMBER_MAX_LENGTH}
                  data-secret=""
                  placeholder="0000 0000 0000 0000"
                  className="tabular pr-28"
                  {...field}
                  onChange={(event) => field.onChange(groupedWhileTyping(event))}
                />
              </FormControl>
              <BrandMark />
            </div>
            <FormMessage />
          </FormItem>
        )}
      />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <ExpiryFields />
        <FormField
          control={control}
          name="cvv"
          render={({ field }) => (
            <FormItem>
              <FormLabel>CVV</FormLabel>
              <FormControl>
                <Input
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={CVV_MAX_LENGTH}
                  data-secret=""
                  className="tabular"
                  {...field}
                />
              </FormControl>
              <FormMessage />
            </FormItem>
          )}
        />
      </div>
    </fieldset>
  );
}

function ExpiryFields() {
  const { control } = useFormContext<ManualPaymentValues>();
  const [years] = useState(() => expiryYears(new Date().getFullYear()));
  return (
    <>
      <FormField
        control={control}
        name="expiryMonth"
        render={({ field }) => (
          <FormItem>
            <FormLabel>Expiry month</FormLabel>
            <FormControl>
              <NativeSelect autoComplete="off" {...field}>
                <option value="">Month</option>
                {EXPIRY_MONTHS.map((month) => (
                  <option key={month}>{month}</option>
                ))}
              </NativeSelect>
            </FormControl>
            <FormMessage />
          </FormItem>
        )}
      />
      <FormField
        control={control}
        name="expiryYear"
        render={({ field }) => (
          <FormItem>
            <FormLabel>Expiry year</FormLabel>
            <FormControl>
              <NativeSelect autoComplete="off" {...field}>
                <option value="">Year</option>
                {years.map((year) => (
                  <option key={year}>{year}</option>
                ))}
              </NativeSelect>
            </FormControl>
            <FormMessage />
          </FormItem>
        )}
      />
    </>
  );
}

function BrandMark() {
  const { control } = useFormContext<ManualPaymentValues>();
  const cardNumber = useWatch({ control, name: 'cardNumber' });
  const brand = cardBrand(cardNumber);
  if (brand === 'card') return null;
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 rounded-sm bg-secondary px-2 py-0.5 text-xs font-semibold text-secondary-foreground capitalize"
    >
      {brand}
    </span>
  );
}

const LONGEST_GROUPED = 16;

/** Digits in groups of four while typing at the end; inside the number the caret must not jump. */
function groupedWhileTyping({ target }: ChangeEvent<HTMLInputElement>): string {
  const { value, selectionEnd } = target;
  const digits = cardNumberDigits(value);
  if (selectionEnd !== value.length || digits.length > LONGEST_GROUPED) return value;
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}
