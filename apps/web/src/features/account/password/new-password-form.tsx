import { PASSWORD_MIN_LENGTH } from '@beaconpay/domain';
import { useMutation } from '@tanstack/react-query';
import { useForm, type FieldErrors } from 'react-hook-form';
import { showFieldError, type FieldsByCode } from '../../../components/fields/field-error.ts';
import { Button } from '../../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../../components/ui/card.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { PasswordField } from '../../../components/fields/password-field.tsx';
import { useFormRules } from '../../../components/ui/use-form-rules.ts';
import { toast, toastFailure } from '../../../components/ui/toast-store.ts';
import { changePassword } from './api.ts';
import type { NewPasswordValues } from './new-password.schema.ts';
import { isSignedOut } from '../../../session/require-session.ts';
import { m } from '../../../paraglide/messages.js';

const loadSchema = () =>
  import('./new-password.schema.ts').then(({ newPasswordSchema }) => newPasswordSchema);

/** The field of each error code of the auth service. */
const FIELDS: FieldsByCode<NewPasswordValues> = {
  weak_password: 'newPassword',
  same_password: 'newPassword',
};

export interface NewPasswordFormProps {
  userId: string;
  email: string | undefined;
  onSaved?: () => void;
}

/** Sets a new password, typed twice. An error keeps the typed values. */
export function NewPasswordForm({ userId, email, onSaved }: NewPasswordFormProps) {
  const changeMutation = useMutation({
    mutationFn: (newPassword: string) => changePassword(userId, newPassword),
  });
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<NewPasswordValues, unknown, string>({
    resolver,
    defaultValues: { newPassword: '', repeatedPassword: '' },
  });

  async function submit(newPassword: string) {
    try {
      await changeMutation.mutateAsync(newPassword);
    } catch (error) {
      toastFailure(
        isSignedOut(error) ? m.common_authentication_error() : m.account_password_update_failed(),
        error,
      );
      showFieldError(form.setError, FIELDS, error);
      return;
    }
    form.reset();
    toast({
      title: m.account_password_updated_successfully(),
      description: m.account_please_log_in_again_if_prompted(),
    });
    onSaved?.();
  }

  function showErrors(errors: FieldErrors<NewPasswordValues>) {
    const { newPassword, repeatedPassword } = errors;
    toast({
      title: newPassword ? m.account_password_too_short() : m.account_passwords_do_not_match(),
      description: (newPassword ?? repeatedPassword)?.message,
      variant: 'destructive',
    });
  }

  return (
    <Form {...form}>
      <form
        noValidate
        className="flex max-w-md flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(submit, showErrors));
        }}
      >
        {/* Password managers read the account from this field. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        <PasswordField
          control={form.control}
          name="newPassword"
          label={m.account_new_password()}
          autoComplete="new-password"
          hint={m.account_password_at_least_min_characters({ min: PASSWORD_MIN_LENGTH })}
        />
        <PasswordField
          control={form.control}
          name="repeatedPassword"
          label={m.account_confirm_new_password()}
          autoComplete="new-password"
        />
        <Button type="submit" className="sm:self-start" busy={changeMutation.isPending}>
          {changeMutation.isPending ? m.account_updating() : m.account_update_password()}
        </Button>
      </form>
    </Form>
  );
}

/** The form in a card, as the dashboards show it. */
export function ChangePasswordCard({ userId, email }: Omit<NewPasswordFormProps, 'onSaved'>) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{m.common_change_password()}</CardTitle>
        <CardDescription>{m.account_youll_be_logged_out_on_all_your()}</CardDescription>
      </CardHeader>
      <CardContent>
        <NewPasswordForm userId={userId} email={email} />
      </CardContent>
    </Card>
  );
}
