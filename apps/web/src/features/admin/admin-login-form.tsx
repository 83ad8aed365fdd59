import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent } from '../../components/ui/card.tsx';
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
import { adminLoginSchema, type AdminLoginValues } from './admin-login.schema.ts';
import { logInAsAdmin, type AdminLogInOutcome } from './api.ts';

const refusals: Record<
  Exclude<AdminLogInOutcome, 'admitted'>,
  { title: string; description: string }
> = {
  'not-an-admin': {
    title: 'Access Denied',
    description: 'You do not have admin privileges.',
  },
  'profile-unreadable': {
    title: 'Profile Error',
    description: 'Could not verify admin status.',
  },
};

/** The administrators' way in. A refusal keeps what was typed. */
export function AdminLoginForm() {
  const { toast } = useToast();
  const navigate = useNavigate();
  const logInMutation = useMutation({ mutationFn: logInAsAdmin });
  const form = useForm<AdminLoginValues>({
    resolver: zodResolver(adminLoginSchema),
    defaultValues: { email: '', password: '' },
  });

  async function submit(values: AdminLoginValues) {
    try {
      const outcome = await logInMutation.mutateAsync(values);
      if (outcome === 'admitted') {
        toast({ title: 'Admin Login Successful' });
        await navigate('/admin/panel');
      } else {
        toast({ ...refusals[outcome], variant: 'destructive' });
      }
    } catch (error) {
      toast({ title: 'Login Failed', description: errorMessage(error), variant: 'destructive' });
    }
  }

  return (
    <div className="page-container flex justify-center py-12 sm:py-20">
      <Card className="w-full max-w-md">
        <CardContent className="flex flex-col gap-6 sm:p-8">
          <div className="flex flex-col gap-3">
            <span className="flex size-12 items-center justify-center rounded-full bg-brand text-brand-foreground">
              <ShieldCheck aria-hidden="true" className="size-6" />
            </span>
            <h1 data-route-heading tabIndex={-1} className="text-2xl font-extrabold tracking-tight">
              Admin Login
            </h1>
            <p className="leading-7 text-muted-foreground">
              For administrators only. Customers log in from the bar above.
            </p>
          </div>
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
                    <FormLabel>Admin email</FormLabel>
                    <FormControl>
                      <Input type="email" autoComplete="username" required {...field} />
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
        </CardContent>
      </Card>
    </div>
  );
}
