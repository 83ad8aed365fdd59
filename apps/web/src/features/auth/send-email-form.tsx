import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { CaptchaField } from '../../components/captcha/captcha-field.tsx';
import { useCaptcha } from '../../components/captcha/use-captcha.ts';
import { showFieldError, type FieldsByCode } from '../../components/fields/field-error.ts';
import { TextField } from '../../components/fields/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/form.tsx';
import { useFailureToast } from '../../components/ui/use-failure-toast.ts';
import { emailAddress } from '../../lib/email-address.ts';
import { z } from '../../lib/zod.ts';
import type { EmailPurpose } from '../../session/auth-dialogs.tsx';
import { sendEmailCode } from './api.ts';
import { useTypedEmail } from './typed-email.ts';
import { m } from '../../paraglide/messages.js';

const emailSchema = z.object({ email: emailAddress });
type EmailValues = z.infer<typeof emailSchema>;

/** The field of each error code of the auth service. */
const FIELDS: FieldsByCode<EmailValues> = {
  email_address_invalid: 'email',
  email_address_not_authorized: 'email',
  over_email_send_rate_limit: 'email',
};

interface SendEmailFormProps {
  purpose: EmailPurpose;
  onSent: (email: string) => void;
}

/** Asks for the address and sends an email with a link and a code. */
export function SendEmailForm({ purpose, onSent }: SendEmailFormProps) {
  const captcha = useCaptcha();
  const typedEmail = useTypedEmail();
  const sendMutation = useMutation({ mutationFn: sendEmailCode });
  const failureToast = useFailureToast();
  const form = useForm<EmailValues>({
    resolver: zodResolver(emailSchema),
    defaultValues: { email: typedEmail },
  });
  const { setFocus } = form;
  // The form can replace the one with the focused button, and the focus is lost with the button.
  useEffect(() => setFocus('email'), [setFocus]);

  async function submit({ email }: EmailValues) {
    try {
      await captcha.attempt(async (captchaToken) => {
        await sendMutation.mutateAsync({ purpose, email, captchaToken });
        failureToast.dismiss();
        onSent(email);
      });
    } catch (error) {
      failureToast.show(m.auth_email_not_sent(), error);
      showFieldError(form.setError, FIELDS, error);
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
          name="email"
          label={m.common_email()}
          type="email"
          autoComplete="email"
        />
        <CaptchaField captcha={captcha} />
        <Button type="submit" className="w-full" busy={sendMutation.isPending}>
          {sendMutation.isPending ? m.common_sending() : m.auth_send_email()}
        </Button>
      </form>
    </Form>
  );
}
