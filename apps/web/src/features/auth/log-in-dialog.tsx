import { useMutation } from '@tanstack/react-query';
import { useCaptcha, type Captcha } from '../../components/captcha/use-captcha.ts';
import { CredentialsForm } from '../../components/sign-in/credentials-form.tsx';
import type { Credentials } from '../../components/sign-in/credentials.schema.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { useFailureToast } from '../../components/ui/use-failure-toast.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { isUnconfirmed, logIn } from './api.ts';
import { GoogleButton, OrDivider } from './google-button.tsx';
import { LOGGED_IN } from './log-in-toasts.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { useTypedEmail } from './typed-email.ts';
import { m } from '../../paraglide/messages.js';

/** The Log In dialog. It closes when the session has a user. An error keeps the typed values. */
export default function LogInDialog() {
  const { closeDialogs, openSignUp, openEmailCode } = useAuthDialogs();
  const captcha = useCaptcha();
  return (
    <Dialog
      title={m.common_log_in()}
      description={m.auth_enter_your_email_and_password_to_access()}
      onClose={closeDialogs}
      className="sm:max-w-md"
    >
      <DialogBody className="flex flex-col gap-5">
        <LogInForm captcha={captcha} />
        <Button
          variant="link"
          className="-mt-3 h-11 self-center px-1 sm:h-8"
          onClick={() => openEmailCode('recovery')}
        >
          {m.auth_forgot_password_2()}
        </Button>
        <OrDivider />
        <GoogleButton />
        <PasskeyButton captcha={captcha} />
        <p className="text-center text-[0.9375rem] text-muted-foreground">
          {m.auth_dont_have_an_account()}{' '}
          <Button variant="link" className="h-11 px-1 sm:h-8" onClick={openSignUp}>
            {m.auth_sign_up()}
          </Button>
        </p>
      </DialogBody>
    </Dialog>
  );
}

function LogInForm({ captcha }: { captcha: Captcha }) {
  const { openEmailCode } = useAuthDialogs();
  const typedEmail = useTypedEmail();
  const logInMutation = useMutation({ mutationFn: logIn });
  const failureToast = useFailureToast();

  async function submit(credentials: Credentials, showError: (error: unknown) => void) {
    try {
      await captcha.attempt(async (captchaToken) => {
        const { isMfaRequired } = await logInMutation.mutateAsync({
          ...credentials,
          captchaToken,
        });
        failureToast.dismiss();
        if (!isMfaRequired) toast(LOGGED_IN);
      });
    } catch (error) {
      failureToast.show(m.common_login_failed(), error);
      showError(error);
      // The user can enter the code of the email there, or request a new one.
      if (isUnconfirmed(error)) openEmailCode('signup', credentials.email);
    }
  }

  return (
    <CredentialsForm
      emailLabel={m.common_email()}
      initialEmail={typedEmail}
      emailAutoComplete="email"
      isPending={logInMutation.isPending}
      captcha={captcha}
      onSubmit={submit}
    />
  );
}
