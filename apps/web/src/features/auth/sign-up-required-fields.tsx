import { ACCOUNT_TYPE_CHOICES, SIGN_UP_PASSWORD_HINT_LENGTH } from '@beaconpay/domain';
import type { Control } from 'react-hook-form';
import {
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../../components/ui/form.tsx';
import { Input } from '../../components/ui/input.tsx';
import { PasswordInput } from '../../components/ui/password-input.tsx';
import { RadioCard, RadioCards } from '../../components/ui/radio-cards.tsx';
import type { SignUpValues } from './sign-up.schema.ts';

/** Name, email, password and the kind of account. */
export function SignUpRequiredFields({ control }: { control: Control<SignUpValues> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField
        control={control}
        name="fullName"
        render={({ field }) => (
          <FormItem className="sm:col-span-2">
            <FormLabel>Full name</FormLabel>
            <FormControl>
              <Input autoComplete="name" required {...field} />
            </FormControl>
            <FormMessage />
          </FormItem>
        )}
      />
      <FormField
        control={control}
        name="email"
        render={({ field }) => (
          <FormItem>
            <FormLabel>Email</FormLabel>
            <FormControl>
              <Input type="email" autoComplete="email" required {...field} />
            </FormControl>
            <FormMessage />
          </FormItem>
        )}
      />
      <FormField
        control={control}
        name="password"
        render={({ field }) => (
          <FormItem>
            <FormLabel>Password</FormLabel>
            <FormControl>
              <PasswordInput autoComplete="new-password" required {...field} />
            </FormControl>
            <FormDescription>Minimum {SIGN_UP_PASSWORD_HINT_LENGTH} characters</FormDescription>
            <FormMessage />
          </FormItem>
        )}
      />
      <FormField
        control={control}
        name="accountType"
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
