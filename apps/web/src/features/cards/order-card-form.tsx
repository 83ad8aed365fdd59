import { CARD_NAME_MAX_LENGTH, CARD_TIERS } from '@beaconpay/domain';
import { memo } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import { CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import type { FormRules } from '../../components/ui/use-form-rules.ts';
import { ManualPaymentForm } from '../../payment/manual-payment-form.tsx';
import { cardOrderProduct } from './card-order.ts';
import type { CardOrder, OrderCardValues } from './order-card.schema.ts';
import { TierChoice } from './tier-choice.tsx';
import { cardNameLabel } from '../../payment/card-name.ts';
import { m } from '../../paraglide/messages.js';

interface OrderCardFormProps {
  form: UseFormReturn<OrderCardValues, unknown, CardOrder>;
  submitByRules: FormRules<OrderCardValues, CardOrder>['submitByRules'];
}

/**
 * Orders a virtual card: tier, name and payment. The caller owns the form, so that it survives. A change of
 * the form's state renders its owner again, the first time during hydration, so the parts here subscribe to
 * their own fields.
 */
export const OrderCardForm = memo(function OrderCardForm({
  form,
  submitByRules,
}: OrderCardFormProps) {
  const tierId = useWatch({ control: form.control, name: 'tierId' });
  return (
    <ManualPaymentForm
      form={form}
      submitByRules={submitByRules}
      product={cardOrderProduct}
      amount={CARD_TIERS.find(({ id }) => id === tierId)?.price ?? null}
    >
      <CardHeader>
        <CardTitle>{m.cards_n1_choose_your_card()}</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        <TierChoice />
        <TextField
          control={form.control}
          name="cardName"
          label={m.common_card_name()}
          optional
          autoComplete="off"
          maxLength={CARD_NAME_MAX_LENGTH}
          placeholder={cardNameLabel('')}
        />
      </CardContent>
    </ManualPaymentForm>
  );
});
