import { CARD_NAME_MAX_LENGTH, DEFAULT_CARD_NAME, findCardTier } from '@beaconpay/domain';
import type { SubmitEvent } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { LogInNotice } from '../../components/log-in-notice.tsx';
import { ManualPaymentFields } from '../../components/manual-payment-fields.tsx';
import { TextField } from '../../components/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Form } from '../../components/ui/form.tsx';
import { useToast } from '../../components/ui/use-toast.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { useSession } from '../../session/session-context.ts';
import { orderComplaint, type OrderCardValues } from './order-card.schema.ts';
import { TierChoice } from './tier-choice.tsx';
import { notLoggedInToast, useCardOrder } from './use-card-order.ts';

/** Orders a virtual card: tier, name, and how it is paid. The form is the caller's, so it stays. */
export function OrderCardForm({ form }: { form: UseFormReturn<OrderCardValues> }) {
  const { user } = useSession();
  const { openLogIn, openSignUp } = useAuthDialogs();
  const { toast } = useToast();
  const { submit, isSubmitting } = useCardOrder();
  const tierId = useWatch({ control: form.control, name: 'tierId' });

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
      (errors) => toast(orderComplaint(errors, form.getValues())),
    )(event);
  }

  return (
    <Form {...form}>
      <form noValidate aria-label="Order a virtual card" onSubmit={handleSubmit}>
        <Card>
          <CardHeader>
            <CardTitle>1. Choose your card</CardTitle>
          </CardHeader>
          <CardContent className="flex flex-col gap-5">
            <TierChoice />
            <TextField
              control={form.control}
              name="cardName"
              label="Card name"
              optional
              autoComplete="off"
              maxLength={CARD_NAME_MAX_LENGTH}
              placeholder={DEFAULT_CARD_NAME}
            />
          </CardContent>
          <CardHeader className="border-t pt-5 sm:pt-6">
            <CardTitle>2. Pay for it</CardTitle>
          </CardHeader>
          <CardContent className="flex flex-col gap-5">
            <ManualPaymentFields amount={findCardTier(tierId)?.price ?? null} />
            {user === null && (
              <LogInNotice onLogIn={openLogIn} onSignUp={openSignUp}>
                You need an account to order a card.
              </LogInNotice>
            )}
            <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
              {isSubmitting ? 'Processing...' : 'Submit Order'}
            </Button>
          </CardContent>
        </Card>
      </form>
    </Form>
  );
}
