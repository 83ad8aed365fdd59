import { countryLabel, type Operator } from '@beaconpay/domain';
import type { SubmitEvent } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { LogInNotice } from '../../components/log-in-notice.tsx';
import { ManualPaymentFields } from '../../components/manual-payment-fields.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Form } from '../../components/ui/form.tsx';
import { Separator } from '../../components/ui/separator.tsx';
import { useToast } from '../../components/ui/use-toast.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { useSession } from '../../session/session-context.ts';
import { OperatorMark } from './operator-mark.tsx';
import { RechargeFields } from './recharge-fields.tsx';
import { rechargeComplaint, type RechargeValues } from './recharge.schema.ts';
import { notLoggedInToast, useRecharge } from './use-recharge.ts';

interface RechargeFormProps {
  form: UseFormReturn<RechargeValues>;
  operator: Operator;
}

/** Recharges a phone with the chosen operator. The form is the caller's, so it stays. */
export function RechargeForm({ form, operator }: RechargeFormProps) {
  const { user } = useSession();
  const { openLogIn, openSignUp } = useAuthDialogs();
  const { toast } = useToast();
  const { submit, isSubmitting } = useRecharge();
  const amountUsd = useWatch({ control: form.control, name: 'amountUsd' });

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // Enter in a field submits even while the button is busy.
    if (isSubmitting || form.formState.isSubmitting) return;
    if (user === null) {
      toast(notLoggedInToast);
      return;
    }
    void form.handleSubmit(
      (values) => submit(values, user.id),
      (errors) => toast(rechargeComplaint(errors, form.getValues())),
    )(event);
  }

  return (
    <Form {...form}>
      <form noValidate aria-label="Recharge a phone" onSubmit={handleSubmit}>
        <Card>
          <CardHeader className="flex-row items-center gap-3.5">
            <OperatorMark operator={operator} />
            <div className="min-w-0">
              <CardTitle>Recharge {operator.name}</CardTitle>
              <p className="text-sm text-muted-foreground">{countryLabel(operator.country)}</p>
            </div>
          </CardHeader>
          <CardContent className="flex flex-col gap-5">
            <RechargeFields />
            <Separator />
            <h3 className="font-bold">Pay for it</h3>
            <ManualPaymentFields amount={amountUsd} />
            {user === null && (
              <LogInNotice onLogIn={openLogIn} onSignUp={openSignUp}>
                You need an account to recharge.
              </LogInNotice>
            )}
            <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
              {isSubmitting ? 'Processing...' : 'Submit Recharge'}
            </Button>
          </CardContent>
        </Card>
      </form>
    </Form>
  );
}
