import { BILL_AMOUNT_MIN } from '@beaconpay/domain';
import type { Control } from 'react-hook-form';
import { AmountInput } from '../../components/amount-input.tsx';
import {
  FormControl,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../../components/ui/form.tsx';
import { BILL_AMOUNT_STEP, BILL_CURRENCY, type BillValues } from './bill.schema.ts';

/** How much is due. */
export function BillAmountField({ control }: { control: Control<BillValues> }) {
  return (
    <FormField
      control={control}
      name="amount"
      render={({ field }) => (
        <FormItem>
          <FormLabel>Amount ({BILL_CURRENCY})</FormLabel>
          <FormControl>
            <AmountInput
              currency={BILL_CURRENCY}
              min={BILL_AMOUNT_MIN}
              step={BILL_AMOUNT_STEP}
              placeholder="0.00"
              required
              {...field}
            />
          </FormControl>
          <FormMessage />
        </FormItem>
      )}
    />
  );
}
