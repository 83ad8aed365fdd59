import { BILL_PAYMENT_METHOD_IDS } from '@beaconpay/domain';
import type { Control } from 'react-hook-form';
import { FormControl, FormField, FormItem, FormMessage } from '../../components/ui/form.tsx';
import { RadioCard, RadioCards } from '../../components/ui/radio-cards.tsx';
import type { BillValues } from './bill.schema.ts';
import { m } from '../../paraglide/messages.js';

const LABELS = {
  balancePay: m.label_bill_method_balance(),
  linkedCard: m.label_bill_method_card(),
  bankAccount: m.label_bill_method_bank(),
};
const TITLE_ID = 'bill-payment-method-title';

/** The payment method of the bill. */
export function BillPaymentMethodField({ control }: { control: Control<BillValues> }) {
  return (
    <FormField
      control={control}
      name="paymentMethod"
      render={({ field }) => (
        <FormItem>
          <p id={TITLE_ID} className="text-sm leading-5 font-semibold">
            {m.utility_bills_pay_from()}
          </p>
          <FormControl>
            <RadioCards
              aria-labelledby={TITLE_ID}
              value={field.value}
              onValueChange={field.onChange}
              className="sm:grid-cols-3"
            >
              {BILL_PAYMENT_METHOD_IDS.map((id) => (
                <RadioCard key={id} value={id} className="items-center py-3">
                  <span className="leading-5 font-semibold">{LABELS[id]}</span>
                </RadioCard>
              ))}
            </RadioCards>
          </FormControl>
          <FormMessage />
        </FormItem>
      )}
    />
  );
}
