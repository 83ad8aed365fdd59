import {
  AMOUNT_PLACES,
  LONG_TOAST_DURATION_MS,
  PAYMENT_AMOUNT_MIN,
  PAYMENT_SIMULATION_DELAY_MS,
} from '@beaconpay/domain';
import type { SubmitEvent } from 'react';
import { useForm, type FieldErrors } from 'react-hook-form';
import { AmountFields } from '../../components/fields/amount-fields.tsx';
import { LogInNotice } from '../../components/sign-in/log-in-notice.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { Form } from '../../components/ui/form.tsx';
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { toast } from '../../components/ui/toast-store.ts';
import { useSimulatedSubmission } from '../../components/simulation/use-simulated-submission.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { useSession } from '../../session/session-context.ts';
import { firstProblem } from './payment-problem.ts';
import { emptyPayment, PAYMENT_AMOUNT_STEP } from './payment-values.ts';
import type { PaymentValues } from './payment.schema.ts';
import { RecipientTabs } from './recipient-tabs.tsx';
import { createSimulatedPayment, payeeName } from './simulated-payment.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { m } from '../../paraglide/messages.js';

const loadSchema = () => import('./payment.schema.ts').then(({ paymentSchema }) => paymentSchema);

/** Simulates a payment to a person or a business. It needs a session and sends nothing. */
export function PaymentForm() {
  const { user } = useSession();
  const { openLogIn, openSignUp } = useAuthDialogs();
  const { isProcessing, submit } = useSimulatedSubmission(PAYMENT_SIMULATION_DELAY_MS);
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<PaymentValues>({ resolver, defaultValues: emptyPayment });

  function send(userId: string, values: PaymentValues) {
    const payment = createSimulatedPayment(userId, values);
    submit(() => {
      toast({
        title: m.payments_simulated_payment_successful(),
        description: m.payments_amount_to_payee_no_money_has_moved({
          amount: formatAmount(payment.amount, payment.currency),
          payee: payeeName(payment),
        }),
        durationMs: LONG_TOAST_DURATION_MS,
      });
      form.reset({ ...emptyPayment, paymentType: values.paymentType });
    });
  }

  function refuse(errors: FieldErrors<PaymentValues>) {
    toast({ ...firstProblem(errors, form.getValues('paymentType')), variant: 'destructive' });
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (user === null) {
      toast({
        title: m.common_authentication_error(),
        description: m.payments_you_must_be_logged_in_to_send(),
        variant: 'destructive',
      });
      return;
    }
    void submitByRules(form.handleSubmit((values) => send(user.id, values), refuse));
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>{m.payments_send_a_payment()}</CardTitle>
        <CardDescription>{m.payments_to_person_by_email_or_to_business()}</CardDescription>
      </CardHeader>
      <CardContent>
        <Form {...form}>
          <form noValidate className="flex flex-col gap-5" onSubmit={handleSubmit}>
            <RecipientTabs form={form} />
            <AmountFields
              min={PAYMENT_AMOUNT_MIN}
              places={AMOUNT_PLACES}
              step={PAYMENT_AMOUNT_STEP}
            />
            <TextField
              control={form.control}
              name="description"
              label={m.common_description()}
              optional
              autoComplete="off"
              placeholder={m.payments_what_is_it_for()}
            />
            {user === null && (
              <LogInNotice onLogIn={openLogIn} onSignUp={openSignUp}>
                {m.payments_log_in_to_send_payment()}
              </LogInNotice>
            )}
            <Button type="submit" size="lg" className="w-full" busy={isProcessing}>
              {isProcessing ? m.common_processing() : m.payments_send_payment()}
            </Button>
          </form>
        </Form>
      </CardContent>
    </Card>
  );
}
