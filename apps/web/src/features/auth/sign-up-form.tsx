import { LONG_TOAST_DURATION_MS, TOAST_DURATION_MS } from '@beaconpay/domain';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/form.tsx';
import { useToast } from '../../components/ui/use-toast.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { signUp } from './api.ts';
import { SignUpContactFields } from './sign-up-contact-fields.tsx';
import { SignUpRequiredFields } from './sign-up-required-fields.tsx';
import { emptySignUp, signUpSchema, toSignUpRequest, type SignUpValues } from './sign-up.schema.ts';

/** The form of the Sign Up dialog. */
export function SignUpForm() {
  const { toast } = useToast();
  const { openLogIn } = useAuthDialogs();
  const signUpMutation = useMutation({ mutationFn: signUp });
  const form = useForm<SignUpValues>({
    resolver: zodResolver(signUpSchema),
    defaultValues: emptySignUp,
  });

  async function submit(values: SignUpValues) {
    try {
      const { mustCheckEmail, isSignedIn } = await signUpMutation.mutateAsync(
        toSignUpRequest(values),
      );
      toast({
        title: 'Signup Successful!',
        description: mustCheckEmail
          ? 'Please check your email to verify your account.'
          : 'You can now log in.',
        durationMs: mustCheckEmail ? LONG_TOAST_DURATION_MS : TOAST_DURATION_MS,
      });
      if (!isSignedIn) openLogIn();
    } catch (error) {
      toast({ title: 'Signup Failed', description: errorMessage(error), variant: 'destructive' });
    }
  }

  return (
    <Form {...form}>
      <form
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <SignUpRequiredFields control={form.control} />
        <SignUpContactFields control={form.control} />
        <Button type="submit" className="w-full" busy={signUpMutation.isPending}>
          {signUpMutation.isPending ? 'Creating Account...' : 'Create Account with Email'}
        </Button>
      </form>
    </Form>
  );
}
