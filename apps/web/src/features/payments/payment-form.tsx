import {
  AMOUNT_PLACES,
  formatAmount,
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
        title: 'Simulated payment successful',
        description: `${formatAmount(payment.amount, payment.currency)} to ${payeeName(payment)}. No money has moved.`,
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
        title: 'Authentication Error',
        description: 'You must be logged in to send a payment.',
        variant: 'destructive',
      });
      return;
    }
    void submitByRules(form.handleSubmit((values) => send(user.id, values), refuse));
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>Send a payment</CardTitle>
        <CardDescription>To a person by email, or to a business by its ID.</CardDescription>
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
              label="Description"
              optional
              autoComplete="off"
              placeholder="What is it for?"
            />
            {user === null && (
              <LogInNotice onLogIn={openLogIn} onSignUp={openSignUp}>
                Log in to send a payment.
              </LogInNotice>
            )}
            <Button type="submit" size="lg" className="w-full" busy={isProcessing}>
              {isProcessing ? 'Processing…' : 'Send Payment'}
            </Button>
          </form>
        </Form>
      </CardContent>
    </Card>
  );
}
