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
import { TextField } from '../components/fields/text-field.tsx';
import { Input } from '../components/ui/input.tsx';
import { NativeSelect } from '../components/ui/native-select.tsx';
import { m } from '../paraglide/messages.js';

/** The five fields of a card payment. Autofill is off, because only an invented card may be entered. */
export default function CardFields({ instruction }: { instruction: string }) {
  const { control } = useFormContext<ManualPaymentValues>();
  const [years] = useState(() => expiryYears(new Date().getFullYear()));
  return (
    <fieldset data-slot="card-fields" className="flex min-w-0 flex-col gap-5">
      <legend className="sr-only">{m.payment_card_details()}</legend>
      <Alert variant="warning">
        <AlertTitle>{m.payment_demonstration_only()}</AlertTitle>
        <AlertDescription>{instruction}</AlertDescription>
      </Alert>
      <TextField
        control={control}
        name="cardholderName"
        label={m.payment_name_on_card()}
        required={false}
        autoComplete="off"
      />
      <FormField
        control={control}
        name="cardNumber"
        render={({ field }) => (
          <FormItem>
            <FormLabel>{m.common_card_number()}</FormLabel>
            <div className="relative">
              <FormControl>
                <Input
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={CARD_NUMBER_MAX_LENGTH}
                  placeholder="0000 0000 0000 0000"
                  className="tabular pe-28"
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
        <ExpiryField
          name="expiryMonth"
          label={m.payment_expiry_month()}
          part={m.payment_month()}
          choices={EXPIRY_MONTHS}
        />
        <ExpiryField
          name="expiryYear"
          label={m.payment_expiry_year()}
          part={m.payment_year()}
          choices={years}
        />
        <TextField
          control={control}
          name="cvv"
          label={m.payment_cvv()}
          required={false}
          inputMode="numeric"
          autoComplete="off"
          maxLength={CVV_MAX_LENGTH}
          className="[&_input]:tabular"
        />
      </div>
    </fieldset>
  );
}

interface ExpiryFieldProps {
  name: 'expiryMonth' | 'expiryYear';
  label: string;
  /** The empty option: "Month". */
  part: string;
  choices: readonly string[];
}

function ExpiryField({ name, label, part, choices }: ExpiryFieldProps) {
  const { control } = useFormContext<ManualPaymentValues>();
  return (
    <FormField
      control={control}
      name={name}
      render={({ field }) => (
        <FormItem>
          <FormLabel>{label}</FormLabel>
          <FormControl>
            <NativeSelect autoComplete="off" {...field}>
              <option value="">{part}</option>
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </NativeSelect>
          </FormControl>
          <FormMessage />
        </FormItem>
      )}
    />
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
      className="pointer-events-none absolute top-1/2 end-3 -translate-y-1/2 rounded-sm bg-secondary px-2 py-0.5 text-xs font-semibold text-secondary-foreground capitalize"
    >
      {brand}
    </span>
  );
}

const MAX_GROUPED_DIGITS = 16;

/** Groups the digits by four while the user types at the end. Within the number the caret must not move. */
function groupedWhileTyping({ target }: ChangeEvent<HTMLInputElement>): string {
  const { value, selectionEnd } = target;
  const digits = cardNumberDigits(value);
  if (selectionEnd !== value.length || digits.length > MAX_GROUPED_DIGITS) return value;
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}
