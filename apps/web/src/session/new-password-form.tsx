import { PASSWORD_MIN_LENGTH } from '@beaconpay/domain';
import { useMutation } from '@tanstack/react-query';
import { useForm, type FieldErrors } from 'react-hook-form';
import { showFieldError, type FieldsByCode } from '../components/fields/field-error.ts';
import { Button } from '../components/ui/button.tsx';
import { Form } from '../components/ui/form.tsx';
import { PasswordField } from '../components/fields/password-field.tsx';
import { useFormRules } from '../components/ui/use-form-rules.ts';
import { toast, toastFailure } from '../components/ui/toast-store.ts';
import { changePassword } from './change-password.ts';
import { PASSWORD_TOO_SHORT, PASSWORDS_DO_NOT_MATCH } from './new-password-problems.ts';
import type { NewPasswordValues } from './new-password.schema.ts';
import { isSignedOut } from './require-session.ts';

const loadSchema = () =>
  import('./new-password.schema.ts').then(({ newPasswordSchema }) => newPasswordSchema);

/** Which field an answer of the auth service is about. */
const FIELDS: FieldsByCode<NewPasswordValues> = {
  weak_password: 'newPassword',
  same_password: 'newPassword',
};

interface NewPasswordFormProps {
  userId: string;
  email: string | undefined;
  onSaved?: () => void;
}

/** Gives the signed-in user a new password, typed twice. A failure keeps what was typed. */
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

  function refuse(errors: FieldErrors<NewPasswordValues>) {
    const problem = errors.newPassword ? PASSWORD_TOO_SHORT : PASSWORDS_DO_NOT_MATCH;
    toast({ ...problem, variant: 'destructive' });
  }

  return (
    <Form {...form}>
      <form
        noValidate
        className="flex max-w-md flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(submit, refuse));
        }}
      >
        {/* Tells password managers whose password this is. */}
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
