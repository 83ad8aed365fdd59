import { PASSWORD_CHANGE_MIN_LENGTH } from '@beaconpay/domain';
import { useMutation } from '@tanstack/react-query';
import { useForm, type FieldErrors } from 'react-hook-form';
import { Button } from '../components/ui/button.tsx';
import {
  Form,
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../components/ui/form.tsx';
import { PasswordInput } from '../components/ui/password-input.tsx';
import { useFormRules } from '../components/ui/use-form-rules.ts';
import { toast, toastFailure } from '../components/ui/toast-store.ts';
import { changePassword } from './change-password.ts';
import { PASSWORD_TOO_SHORT, PASSWORDS_DO_NOT_MATCH } from './new-password-problems.ts';
import type { NewPasswordValues } from './new-password.schema.ts';
import { SignedOutError } from './require-session.ts';

const loadSchema = () =>
  import('./new-password.schema.ts').then(({ newPasswordSchema }) => newPasswordSchema);

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
      toastFailure(
        error instanceof SignedOutError ? 'Authentication Error' : 'Password Update Failed',
        error,
      );
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
        <FormField
          control={form.control}
          name="newPassword"
          render={({ field }) => (
            <FormItem>
              <FormLabel>New password</FormLabel>
              <FormControl>
                <PasswordInput autoComplete="new-password" required {...field} />
              </FormControl>
              <FormDescription>At least {PASSWORD_CHANGE_MIN_LENGTH} characters.</FormDescription>
              <FormMessage />
            </FormItem>
          )}
        />
        <FormField
          control={form.control}
          name="repeatedPassword"
          render={({ field }) => (
            <FormItem>
              <FormLabel>Confirm new password</FormLabel>
              <FormControl>
                <PasswordInput autoComplete="new-password" required {...field} />
              </FormControl>
              <FormMessage />
            </FormItem>
          )}
        />
        <Button type="submit" className="sm:self-start" busy={changeMutation.isPending}>
          {changeMutation.isPending ? 'Updating...' : 'Update Password'}
        </Button>
      </form>
    </Form>
  );
}
