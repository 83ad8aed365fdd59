import { RECHARGE_AMOUNTS_USD, RECHARGE_CURRENCY, RECHARGE_TYPE_IDS } from '@beaconpay/domain';
import { useFormContext } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import { FormControl, FormField, FormItem, FormMessage } from '../../components/ui/form.tsx';
import { RadioCard, RadioCards } from '../../components/ui/radio-cards.tsx';
import type { RechargeValues } from './recharge.schema.ts';
import { RECHARGE_TYPE_LABELS } from '../../payment/recharge-type-labels.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { m } from '../../paraglide/messages.js';

interface Choice {
  value: string;
  label: string;
}

const amounts: Choice[] = RECHARGE_AMOUNTS_USD.map((amount) => ({
  value: String(amount),
  label: formatAmount(amount, RECHARGE_CURRENCY),
}));
const types: Choice[] = RECHARGE_TYPE_IDS.map((id) => ({
  value: id,
  label: RECHARGE_TYPE_LABELS[id],
}));

/** The phone number, the amount and the payment. */
export function RechargeFields() {
  const { control } = useFormContext<RechargeValues>();
  return (
    <>
      <TextField
        control={control}
        name="phoneNumber"
        label={m.common_phone_number()}
        type="tel"
        autoComplete="tel"
        maxLength={30}
        checksWhenLeft
        placeholder="+1 555 010 0199"
      />
      <ChoiceField
        name="amountUsd"
        label={m.common_amount()}
        choices={amounts}
        className="grid-cols-2"
      />
      <ChoiceField
        name="type"
        label={m.mobile_recharge_type()}
        choices={types}
        className="sm:grid-cols-3"
      />
    </>
  );
}

interface ChoiceFieldProps {
  name: 'amountUsd' | 'type';
  label: string;
  choices: readonly Choice[];
  className: string;
}

function ChoiceField({ name, label, choices, className }: ChoiceFieldProps) {
  const { control } = useFormContext<RechargeValues>();
  return (
    <FormField
      control={control}
      name={name}
      render={({ field }) => (
        <FormItem>
          <span aria-hidden="true" className="text-[0.9375rem] font-semibold">
            {label}
          </span>
          <FormControl>
            <RadioCards
              ref={field.ref}
              tabIndex={-1}
              value={field.value}
              onValueChange={field.onChange}
              aria-label={label}
              className={`gap-2 ${className}`}
            >
              {choices.map((choice) => (
                <RadioCard
                  key={choice.value}
                  value={choice.value}
                  className="items-center px-3.5 py-3"
                >
                  <span className="tabular font-semibold">{choice.label}</span>
                </RadioCard>
              ))}
            </RadioCards>
          </FormControl>
          <FormMessage />
        </FormItem>
      )}
    />
  );
}
