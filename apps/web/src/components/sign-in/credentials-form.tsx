import { useForm } from 'react-hook-form';
import { CaptchaField } from '../captcha/captcha-field.tsx';
import type { Captcha } from '../captcha/use-captcha.ts';
import type { Credentials } from './credentials.schema.ts';
import { showFieldError, type FieldsByCode } from '../fields/field-error.ts';
import { TextField } from '../fields/text-field.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { PasswordField } from '../fields/password-field.tsx';
import { useFormRules } from '../ui/use-form-rules.ts';
import { m } from '../../paraglide/messages.js';

const loadSchema = () =>
  import('./credentials.schema.ts').then(({ credentialsSchema }) => credentialsSchema);

/** The field of each error code of the auth service. */
const FIELDS: FieldsByCode<Credentials> = {
  invalid_credentials: 'password',
  email_address_invalid: 'email',
};

interface CredentialsFormProps {
  emailLabel: string;
  /** Values that are already known. */
  initialEmail?: string;
  emailAutoComplete: 'email' | 'username';
  isPending: boolean;
  captcha: Captcha;
  /** `showError` shows the error of a failed attempt at its field. */
  onSubmit: (credentials: Credentials, showError: (error: unknown) => void) => Promise<void>;
}

/** Email, password and the log-in button. The form keeps its values after an error. */
export function CredentialsForm({
  emailLabel,
  initialEmail = '',
  emailAutoComplete,
  isPending,
  captcha,
  onSubmit,
}: CredentialsFormProps) {
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<Credentials>({
    resolver,
    defaultValues: { email: initialEmail, password: '' },
  });

  function submit(credentials: Credentials) {
    return onSubmit(credentials, (error) => showFieldError(form.setError, FIELDS, error));
  }

  return (
    <Form {...form}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(submit));
        }}
      >
        <TextField
          control={form.control}
          name="email"
          label={emailLabel}
          type="email"
          autoComplete={emailAutoComplete}
        />
        <PasswordField
          control={form.control}
          name="password"
          label={m.common_password()}
          autoComplete="current-password"
        />
        <CaptchaField captcha={captcha} />
        <Button type="submit" className="mt-1 w-full" busy={isPending}>
          {isPending ? m.ui_logging_in() : m.common_log_in()}
        </Button>
      </form>
    </Form>
  );
}
