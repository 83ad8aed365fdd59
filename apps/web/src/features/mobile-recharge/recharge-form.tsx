import { type Operator } from '@beaconpay/domain';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import type { FormRules } from '../../components/ui/use-form-rules.ts';
import { ManualPaymentForm } from '../../payment/manual-payment-form.tsx';
import { OperatorMark } from './operator-mark.tsx';
import { RechargeFields } from './recharge-fields.tsx';
import { rechargeProduct } from './recharge.ts';
import type { Recharge, RechargeValues } from './recharge.schema.ts';
import { countryLabel } from '../../lib/country-label.ts';
import { m } from '../../paraglide/messages.js';

interface RechargeFormProps {
  form: UseFormReturn<RechargeValues, unknown, Recharge>;
  submitByRules: FormRules<RechargeValues, Recharge>['submitByRules'];
  operator: Operator;
}

/** Recharges a phone of the selected operator. The caller owns the form, so that it survives. */
export function RechargeForm({ form, submitByRules, operator }: RechargeFormProps) {
  const amount = useWatch({ control: form.control, name: 'amountUsd' });
  return (
    <ManualPaymentForm
      form={form}
      submitByRules={submitByRules}
      product={rechargeProduct}
      amount={amount}
    >
      <CardHeader className="flex-row items-center gap-3.5">
        <OperatorMark operator={operator} />
        <div className="min-w-0">
          <CardTitle>{m.mobile_recharge_recharge_operator({ operator: operator.name })}</CardTitle>
          <p className="text-sm text-muted-foreground">{countryLabel(operator.country)}</p>
        </div>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        <RechargeFields />
      </CardContent>
    </ManualPaymentForm>
  );
}
