import { useMutation } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useCaptcha } from '../../components/captcha/use-captcha.ts';
import { CredentialsForm } from '../../components/sign-in/credentials-form.tsx';
import type { Credentials } from '../../components/sign-in/credentials.schema.ts';
import { Card, CardContent } from '../../components/ui/card.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { isUnreachable } from '../../lib/backend-error.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { logInAsAdmin, type AdminLogInOutcome } from './log-in-api.ts';
import { m } from '../../paraglide/messages.js';

const errorToasts: Record<
  Exclude<AdminLogInOutcome, 'admitted' | 'canceled'>,
  { title: string; description: string }
> = {
  'not-an-admin': {
    title: m.admin_access_denied(),
    description: m.admin_you_do_not_have_admin_privileges(),
  },
  'profile-unreadable': {
    title: m.admin_profile_error(),
    description: m.admin_could_not_verify_admin_status(),
  },
};

/** The log-in of administrators. The form keeps its values after an error. */
export function AdminLoginForm() {
  const navigate = useNavigate();
  const captcha = useCaptcha();
  const logInMutation = useMutation({ mutationFn: logInAsAdmin });

  async function logIn(credentials: Credentials, captchaToken: string | undefined) {
    const outcome = await logInMutation.mutateAsync({ ...credentials, captchaToken });
    if (outcome === 'admitted') {
      toast({ title: m.admin_admin_login_successful() });
      await navigate('/admin/panel');
    } else if (outcome !== 'canceled') {
      toast({ ...errorToasts[outcome], variant: 'destructive' });
    }
  }

  async function submit(credentials: Credentials, showError: (error: unknown) => void) {
    try {
      await captcha.attempt((captchaToken) => logIn(credentials, captchaToken));
    } catch (error) {
      // Without a response there is no message of the server.
      const description = isUnreachable(error) ? errorMessage(null) : errorMessage(error);
      toast({ title: m.common_login_failed(), description, variant: 'destructive' });
      showError(error);
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
              {m.admin_admin_login()}
            </h1>
            <p className="leading-7 text-muted-foreground">
              {m.admin_administrators_only_customers_can_log_in_at()}
            </p>
          </div>
          <CredentialsForm
            emailLabel={m.admin_admin_email()}
            emailAutoComplete="username"
            isPending={logInMutation.isPending}
            captcha={captcha}
            onSubmit={submit}
          />
        </CardContent>
      </Card>
    </div>
  );
}
