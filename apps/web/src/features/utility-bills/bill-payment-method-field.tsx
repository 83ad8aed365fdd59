import { BILL_PAYMENT_METHODS } from '@beaconpay/domain';
import type { Control } from 'react-hook-form';
import { FormControl, FormField, FormItem, FormMessage } from '../../components/ui/form.tsx';
import { RadioCard, RadioCards } from '../../components/ui/radio-cards.tsx';
import type { BillValues } from './bill.schema.ts';
import { m } from '../../paraglide/messages.js';

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
              {BILL_PAYMENT_METHODS.map(({ id, label }) => (
                <RadioCard key={id} value={id} className="items-center py-3">
                  <span className="leading-5 font-semibold">{label}</span>
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
