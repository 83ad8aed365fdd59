import { useForm } from 'react-hook-form';
import { CaptchaField } from './captcha/captcha-field.tsx';
import type { Captcha } from './captcha/use-captcha.ts';
import type { Credentials } from './credentials.schema.ts';
import { TextField } from './text-field.tsx';
import { Button } from './ui/button.tsx';
import { Form, FormControl, FormField, FormItem, FormLabel, FormMessage } from './ui/form.tsx';
import { PasswordInput } from './ui/password-input.tsx';
import { useFormRules } from './ui/use-form-rules.ts';

const loadSchema = () =>
  import('./credentials.schema.ts').then(({ credentialsSchema }) => credentialsSchema);

interface CredentialsFormProps {
  emailLabel: string;
  emailAutoComplete: 'email' | 'username';
  isPending: boolean;
  captcha: Captcha;
  onSubmit: (credentials: Credentials) => Promise<void>;
}

/** Email, password and the button that logs in with them. What was typed stays. */
export function CredentialsForm({
  emailLabel,
  emailAutoComplete,
  isPending,
  captcha,
  onSubmit,
}: CredentialsFormProps) {
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<Credentials>({ resolver, defaultValues: { email: '', password: '' } });
  return (
    <Form {...form}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(onSubmit));
        }}
      >
        <TextField
          control={form.control}
          name="email"
          label={emailLabel}
          type="email"
          autoComplete={emailAutoComplete}
        />
        <FormField
          control={form.control}
          name="password"
          render={({ field }) => (
            <FormItem>
              <FormLabel>Password</FormLabel>
              <FormControl>
                <PasswordInput autoComplete="current-password" required {...field} />
              </FormControl>
              <FormMessage />
            </FormItem>
          )}
        />
        <CaptchaField captcha={captcha} />
        <Button type="submit" className="mt-1 w-full" busy={isPending}>
          {isPending ? 'Logging In...' : 'Log In'}
        </Button>
      </form>
    </Form>
  );
}
