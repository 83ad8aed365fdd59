import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { CaptchaField } from '../../components/captcha/captcha-field.tsx';
import { useCaptcha } from '../../components/captcha/use-captcha.ts';
import { CodeForm } from '../../components/sign-in/code-form.tsx';
import { Button } from '../../components/ui/button.tsx';
import { toast, toastFailure } from '../../components/ui/toast-store.ts';
import { sendEmailCode, verifyEmailCode, type EmailRequest } from './api.ts';
import { EMAIL_CONFIRMED } from './log-in-toasts.ts';
import { m } from '../../paraglide/messages.js';

interface EmailCodeFormProps extends EmailRequest {
  onOtherEmail: () => void;
}

/** Takes the code of an email. The code signs the user in, which closes the dialog. */
export function EmailCodeForm({ onOtherEmail, ...request }: EmailCodeFormProps) {
  return (
    <CodeForm
      verify={(code) => verifyEmailCode({ ...request, code })}
      onVerified={() => {
        if (request.purpose === 'signup') toast(EMAIL_CONFIRMED);
      }}
    >
      <OtherEmailActions onOtherEmail={onOtherEmail} {...request} />
    </CodeForm>
  );
}

function OtherEmailActions({ onOtherEmail, purpose, email }: EmailCodeFormProps) {
  const { reset } = useFormContext();
  const captcha = useCaptcha();
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  const sendMutation = useMutation({ mutationFn: sendEmailCode });

  async function sendAgain() {
    setNeedsCaptcha(true);
    try {
      await captcha.attempt(async (captchaToken) => {
        await sendMutation.mutateAsync({ purpose, email, captchaToken });
        reset();
        toast({
          title: m.auth_email_sent(),
          description: m.auth_only_latest_link_and_code_will_work(),
        });
      });
    } catch (error) {
      toastFailure(m.auth_email_not_sent(), error);
    }
  }

  return (
    <>
      {/* Verifying a code needs no captcha. Sending another email does. */}
      {needsCaptcha && <CaptchaField captcha={captcha} />}
      <div className="flex flex-wrap justify-center gap-x-4">
        <Button
          variant="link"
          size="sm"
          busy={sendMutation.isPending}
          onClick={() => void sendAgain()}
        >
          {m.auth_resend_email()}
        </Button>
        <Button variant="link" size="sm" onClick={onOtherEmail}>
          {m.auth_use_a_different_email()}
        </Button>
      </div>
    </>
  );
}
