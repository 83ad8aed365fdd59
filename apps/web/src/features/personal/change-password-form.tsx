import { PASSWORD_CHANGE_MIN_LENGTH } from '@beaconpay/domain';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm, type FieldErrors } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import {
  Form,
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../../components/ui/form.tsx';
import { PasswordInput } from '../../components/ui/password-input.tsx';
import { useToast } from '../../components/ui/use-toast.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { SignedOutError } from '../../session/require-session.ts';
import { changePassword } from './api.ts';
import {
  changePasswordSchema,
  emptyChangePassword,
  PASSWORD_TOO_SHORT,
  PASSWORDS_DO_NOT_MATCH,
  type ChangePasswordValues,
} from './change-password.schema.ts';

interface ChangePasswordFormProps {
  userId: string;
  email: string | undefined;
}

export function ChangePasswordForm({ userId, email }: ChangePasswordFormProps) {
  const { toast } = useToast();
  const changeMutation = useMutation({
    mutationFn: (newPassword: string) => changePassword(userId, newPassword),
  });
  const form = useForm<ChangePasswordValues>({
    resolver: zodResolver(changePasswordSchema),
    defaultValues: emptyChangePassword,
  });

  async function submit({ newPassword }: ChangePasswordValues) {
    try {
      await changeMutation.mutateAsync(newPassword);
    } catch (error) {
      toast({
        title: error instanceof SignedOutError ? 'Authentication Error' : 'Password Update Failed',
        description: errorMessage(error),
        variant: 'destructive',
      });
      return;
    }
    form.reset();
    toast({
      title: 'Password Updated Successfully',
      description: 'Please log in again if prompted.',
    });
  }

  function refuse(errors: FieldErrors<ChangePasswordValues>) {
    const problem = errors.newPassword ? PASSWORD_TOO_SHORT : PASSWORDS_DO_NOT_MATCH;
    toast({ ...problem, variant: 'destructive' });
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>Change Password</CardTitle>
        <CardDescription>Your other sessions are asked to log in again.</CardDescription>
      </CardHeader>
      <CardContent>
        <Form {...form}>
          <form
            noValidate
            className="flex max-w-md flex-col gap-5"
            onSubmit={(event) => void form.handleSubmit(submit, refuse)(event)}
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
                  <FormDescription>
                    At least {PASSWORD_CHANGE_MIN_LENGTH} characters.
                  </FormDescription>
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
      </CardContent>
    </Card>
  );
}
