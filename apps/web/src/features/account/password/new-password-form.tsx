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
      toastFailure(isSignedOut(error) ? 'Authentication Error' : 'Password Update Failed', error);
      showFieldError(form.setError, FIELDS, error);
      return;
    }
    form.reset();
    toast({
      title: 'Password Updated Successfully',
      description: 'Please log in again if prompted.',
    });
    onSaved?.();
  }

  function showErrors(errors: FieldErrors<NewPasswordValues>) {
    const { newPassword, repeatedPassword } = errors;
    toast({
      title: newPassword ? 'Password Too Short' : 'Passwords Do Not Match',
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
          label="New password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        />
        <PasswordField
          control={form.control}
          name="repeatedPassword"
          label="Confirm new password"
          autoComplete="new-password"
        />
        <Button type="submit" className="sm:self-start" busy={changeMutation.isPending}>
          {changeMutation.isPending ? 'Updating…' : 'Update Password'}
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
        <CardTitle>Change Password</CardTitle>
        <CardDescription>You&apos;ll be logged out on all your other devices.</CardDescription>
      </CardHeader>
      <CardContent>
        <NewPasswordForm userId={userId} email={email} />
      </CardContent>
    </Card>
  );
}
