import { PASSWORD_MIN_LENGTH, SIGN_UP_ACCOUNT_TYPES } from '@beaconpay/domain';
import { useFormContext } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import { FormControl, FormField, FormItem } from '../../components/ui/form.tsx';
import { PasswordField } from '../../components/fields/password-field.tsx';
import { RadioCard, RadioCards } from '../../components/ui/radio-cards.tsx';
import type { SignUpValues } from './sign-up.schema.ts';
import { m } from '../../paraglide/messages.js';

const ACCOUNT_TYPES = {
  personal: { label: m.label_account_choice_personal(), note: '' },
  business: {
    label: m.label_account_choice_business(),
    note: m.label_account_choice_business_note(),
  },
};

/** The fields for name, email, password and account type of the Sign Up form. */
export function SignUpRequiredFields() {
  const { control } = useFormContext<SignUpValues>();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        control={control}
        name="full_name"
        label={m.common_full_name()}
        autoComplete="name"
        className="sm:col-span-2"
      />
      <TextField
        control={control}
        name="email"
        label={m.common_email()}
        type="email"
        autoComplete="email"
      />
      <PasswordField
        control={control}
        name="password"
        label={m.common_password()}
        autoComplete="new-password"
        hint={m.auth_minimum_min_characters({ min: PASSWORD_MIN_LENGTH })}
      />
      <FormField
        control={control}
        name="account_type"
        render={({ field }) => (
          <FormItem className="sm:col-span-2">
            <p className="text-sm leading-5 font-semibold">{m.common_account_type()}</p>
            <FormControl>
              <RadioCards
                aria-label={m.common_account_type()}
                className="sm:grid-cols-2"
                value={field.value}
                onValueChange={field.onChange}
              >
                {SIGN_UP_ACCOUNT_TYPES.map((id) => (
                  <RadioCard key={id} value={id} className="p-3">
                    <span className="font-semibold">{ACCOUNT_TYPES[id].label}</span>
                    {ACCOUNT_TYPES[id].note !== '' && (
                      <span className="text-sm text-muted-foreground">
                        {ACCOUNT_TYPES[id].note}
                      </span>
                    )}
                  </RadioCard>
                ))}
              </RadioCards>
            </FormControl>
          </FormItem>
        )}
      />
    </div>
  );
}
