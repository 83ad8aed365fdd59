import { ACCOUNT_TYPE_CHOICES, PASSWORD_MIN_LENGTH } from '@beaconpay/domain';
import { useFormContext } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import { FormControl, FormField, FormItem } from '../../components/ui/form.tsx';
import { PasswordField } from '../../components/fields/password-field.tsx';
import { RadioCard, RadioCards } from '../../components/ui/radio-cards.tsx';
import type { SignUpValues } from './sign-up.schema.ts';

/** The fields for name, email, password and account type of the Sign Up form. */
export function SignUpRequiredFields() {
  const { control } = useFormContext<SignUpValues>();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        control={control}
        name="full_name"
        label="Full name"
        autoComplete="name"
        className="sm:col-span-2"
      />
      <TextField control={control} name="email" label="Email" type="email" autoComplete="email" />
      <PasswordField
        control={control}
        name="password"
        label="Password"
        autoComplete="new-password"
        hint={`Minimum ${PASSWORD_MIN_LENGTH} characters`}
      />
      <FormField
        control={control}
        name="account_type"
        render={({ field }) => (
          <FormItem className="sm:col-span-2">
            <p className="text-sm leading-5 font-semibold">Account type</p>
            <FormControl>
              <RadioCards
                aria-label="Account type"
                className="sm:grid-cols-2"
                value={field.value}
                onValueChange={field.onChange}
              >
                {ACCOUNT_TYPE_CHOICES.map(({ id, label, note }) => (
                  <RadioCard key={id} value={id} className="p-3">
                    <span className="font-semibold">{label}</span>
                    {note !== '' && <span className="text-sm text-muted-foreground">{note}</span>}
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
