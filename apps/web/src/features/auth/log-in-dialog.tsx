import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import {
  Form,
  FormControl,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../../components/ui/form.tsx';
import { Input } from '../../components/ui/input.tsx';
import { PasswordInput } from '../../components/ui/password-input.tsx';
import { useToast } from '../../components/ui/use-toast.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { logIn } from './api.ts';
import { GoogleButton } from './google-button.tsx';
import { logInSchema, type LogInValues } from './log-in.schema.ts';
import { OrDivider } from './or-divider.tsx';

/** The Log In dialog. It closes by itself once a user is present; a failure keeps what was typed. */
export default function LogInDialog() {
  const { closeDialogs, openSignUp } = useAuthDialogs();
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) closeDialogs();
      }}
    >
      <DialogContent className="sm:max-w-md">
        <DialogHeader>
          <DialogTitle>Log In</DialogTitle>
          <DialogDescription>
            Enter your email and password to access your account.
          </DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-5">
          <LogInForm />
          <OrDivider />
          <GoogleButton />
          <p className="text-center text-[0.9375rem] text-muted-foreground">
            Don&apos;t have an account?{' '}
            <Button variant="link" className="h-11 px-1 sm:h-8" onClick={openSignUp}>
              Sign up
            </Button>
          </p>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function LogInForm() {
  const { toast } = useToast();
  const logInMutation = useMutation({ mutationFn: logIn });
  const form = useForm<LogInValues>({
    resolver: zodResolver(logInSchema),
    defaultValues: { email: '', password: '' },
  });

  async function submit(values: LogInValues) {
    try {
      await logInMutation.mutateAsync(values);
      toast({ title: 'Login Successful!', description: 'Welcome back!' });
    } catch (error) {
      toast({ title: 'Login Failed', description: errorMessage(error), variant: 'destructive' });
    }
  }

  return (
    <Form {...form}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <FormField
          control={form.control}
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
        <Button type="submit" className="mt-1 w-full" busy={logInMutation.isPending}>
          {logInMutation.isPending ? 'Logging In...' : 'Log In'}
        </Button>
      </form>
    </Form>
  );
}
