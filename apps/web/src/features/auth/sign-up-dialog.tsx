import { LONG_TOAST_DURATION_MS, TOAST_DURATION_MS } from '@beaconpay/domain';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { useForm } from 'react-hook-form';
import { CaptchaField } from '../../components/captcha/captcha-field.tsx';
import { useCaptcha } from '../../components/captcha/use-captcha.ts';
import { showFieldError, type FieldsByCode } from '../../components/fields/field-error.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { Form } from '../../components/ui/form.tsx';
import { toast, toastFailure } from '../../components/ui/toast-store.ts';
import { DATE_OF_BIRTH_MESSAGE, halfTypedDateIn } from '../../lib/date-of-birth.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { signUp } from './api.ts';
import { GoogleButton, OrDivider } from './google-button.tsx';
import { SignUpContactFields } from './sign-up-contact-fields.tsx';
import { SignUpRequiredFields } from './sign-up-required-fields.tsx';
import {
  emptySignUp,
  signUpSchema,
  type SignUpRequest,
  type SignUpValues,
} from './sign-up.schema.ts';
import { useTypedEmail } from './typed-email.ts';
import { m } from '../../paraglide/messages.js';

/** The field of each error code of the auth service. */
const FIELDS: FieldsByCode<SignUpValues> = {
  weak_password: 'password',
  user_already_exists: 'email',
  email_exists: 'email',
  email_address_invalid: 'email',
  email_address_not_authorized: 'email',
  phone_exists: 'phone_number',
};

/** The Sign Up dialog. It closes when the session has a user. An error keeps the typed values. */
export default function SignUpDialog() {
  const { closeDialogs, openLogIn } = useAuthDialogs();
  return (
    <Dialog
      title={m.common_sign_up()}
      description={m.auth_create_your_account_it_takes_minute_and()}
      onClose={closeDialogs}
      className="sm:max-w-2xl"
    >
      <DialogBody className="flex flex-col gap-5">
        <SignUpForm />
        <OrDivider />
        <GoogleButton />
        <p className="text-center text-[0.9375rem] text-muted-foreground">
          {m.auth_already_have_an_account()}{' '}
          <Button variant="link" className="h-11 px-1 sm:h-8" onClick={openLogIn}>
            {m.common_log_in_2()}
          </Button>
        </p>
      </DialogBody>
    </Dialog>
  );
}

function SignUpForm() {
  const { openEmailCode } = useAuthDialogs();
  const captcha = useCaptcha();
  const email = useTypedEmail();
  const signUpMutation = useMutation({ mutationFn: signUp });
  const form = useForm<SignUpValues, unknown, SignUpRequest>({
    resolver: zodResolver(signUpSchema),
    defaultValues: { ...emptySignUp, email },
  });

  async function signUpOnce(request: SignUpRequest, captchaToken: string | undefined) {
    const { mustCheckEmail } = await signUpMutation.mutateAsync({ ...request, captchaToken });
    toast({
      title: m.auth_signup_successful(),
      description: mustCheckEmail
        ? m.auth_please_check_your_email_to_verify_your()
        : m.auth_you_can_now_log_in(),
      durationMs: mustCheckEmail ? LONG_TOAST_DURATION_MS : TOAST_DURATION_MS,
    });
    if (mustCheckEmail) openEmailCode('signup', request.email);
  }

  async function submit(request: SignUpRequest) {
    try {
      await captcha.attempt((captchaToken) => signUpOnce(request, captchaToken));
    } catch (error) {
      toastFailure(m.auth_signup_failed(), error);
      showFieldError(form.setError, FIELDS, error);
    }
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (halfTypedDateIn(event.currentTarget) !== null) {
      form.setError('date_of_birth', { message: DATE_OF_BIRTH_MESSAGE }, { shouldFocus: true });
      return;
    }
    void form.handleSubmit(submit)(event);
  }

  return (
    <Form {...form}>
      <form noValidate className="flex flex-col gap-6" onSubmit={handleSubmit}>
        <SignUpRequiredFields />
        <SignUpContactFields />
        <CaptchaField captcha={captcha} />
        <Button type="submit" className="w-full" busy={signUpMutation.isPending}>
          {signUpMutation.isPending
            ? m.auth_creating_account()
            : m.auth_create_account_with_email()}
        </Button>
      </form>
    </Form>
  );
}
