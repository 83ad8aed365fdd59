import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CaptchaField } from '../../components/captcha/captcha-field.tsx';
import { useCaptcha } from '../../components/captcha/use-captcha.ts';
import { CODE_LENGTH } from '../../components/sign-in/code-length.ts';
import { codeSchema, type CodeValues } from '../../components/sign-in/one-time-code.schema.ts';
import { TextField } from '../../components/fields/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/form.tsx';
import { toast, toastFailure } from '../../components/ui/toast-store.ts';
import { useFailureToast } from '../../components/ui/use-failure-toast.ts';
import { errorMessage } from '../../lib/error-message.ts';
import type { EmailPurpose } from '../../session/auth-dialogs.tsx';
import { sendEmailCode, verifyEmailCode } from './api.ts';
import { EMAIL_CONFIRMED } from './email-link.ts';

interface CodeFormProps {
  purpose: EmailPurpose;
  email: string;
  onOtherEmail: () => void;
}

/** Takes the code of an email. The code signs the user in, which closes the dialog. */
export function CodeForm({ purpose, email, onOtherEmail }: CodeFormProps) {
  const captcha = useCaptcha();
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  const verifyMutation = useMutation({ mutationFn: verifyEmailCode });
  const failureToast = useFailureToast();
  const sendMutation = useMutation({ mutationFn: sendEmailCode });
  const form = useForm<CodeValues, unknown, { code: string }>({
    resolver: zodResolver(codeSchema),
    defaultValues: { code: '' },
  });
  const { setFocus } = form;
  // The form replaces the one that sent the email, and the focus is lost with that form.
  useEffect(() => setFocus('code'), [setFocus]);

  async function submit({ code }: { code: string }) {
    try {
      await verifyMutation.mutateAsync({ purpose, email, code });
      failureToast.dismiss();
      if (purpose === 'signup') toast(EMAIL_CONFIRMED);
    } catch (error) {
      failureToast.show('Code not accepted', error);
      form.setError('code', { message: errorMessage(error) }, { shouldFocus: true });
    }
  }

  async function sendAgain() {
    setNeedsCaptcha(true);
    try {
      await captcha.attempt(async (captchaToken) => {
        await sendMutation.mutateAsync({ purpose, email, captchaToken });
        form.reset();
        toast({ title: 'Email sent', description: 'Only the latest link and code will work.' });
      });
    } catch (error) {
      toastFailure('Email not sent', error);
    }
  }

  return (
    <Form {...form}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <TextField
          control={form.control}
          name="code"
          label={`${CODE_LENGTH}-digit code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="[&_input]:tabular"
        />
        <Button type="submit" className="w-full" busy={verifyMutation.isPending}>
          {verifyMutation.isPending ? 'Checking…' : 'Continue'}
        </Button>
        {/* Verifying a code needs no captcha. Sending another email does. */}
        {needsCaptcha && <CaptchaField captcha={captcha} />}
        <div className="flex flex-wrap justify-center gap-x-4">
          <Button
            variant="link"
            size="sm"
            busy={sendMutation.isPending}
            onClick={() => void sendAgain()}
          >
            Resend email
          </Button>
          <Button variant="link" size="sm" onClick={onOtherEmail}>
            Use a different email
          </Button>
        </div>
      </form>
    </Form>
  );
}
