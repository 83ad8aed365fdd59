import { PAYMENT_METHODS, TRANSACTION_REFERENCE_MAX_LENGTH } from '@beaconpay/domain';
import {
  Banknote,
  CircleEllipsis,
  CreditCard,
  Landmark,
  QrCode,
  type LucideIcon,
} from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ManualPaymentValues } from './manual-payment.schema.ts';
import { PaymentInstructions } from './payment-instructions.tsx';
import {
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../components/ui/form.tsx';
import { Input } from '../components/ui/input.tsx';
import { RadioCard, RadioCards } from '../components/ui/radio-cards.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';

// Only who pays by card needs them.
const CardFields = lazy(() =>
  import('./card-fields.tsx').then((part) => ({ default: part.CardFields })),
);

const METHOD_ICONS: Readonly<Record<string, LucideIcon>> = {
  bank_transfer: Landmark,
  binance_pay: QrCode,
  card_payment: CreditCard,
  manual_cash: Banknote,
};

interface ManualPaymentFieldsProps {
  /** What is to be paid, a decimal text in USD, or null while it is not known yet. */
  amount: string | null;
}

/**
 * How to pay for an order or a recharge: the method, its instructions, and the reference or the card
 * fields it needs. Belongs inside a Form whose values include ManualPaymentValues.
 */
export function ManualPaymentFields({ amount }: ManualPaymentFieldsProps) {
  const { control } = useFormContext<ManualPaymentValues>();
  const methodId = useWatch({ control, name: 'paymentMethod' });
  const method = PAYMENT_METHODS.find(({ id }) => id === methodId);
  return (
    <>
      <FormField
        control={control}
        name="paymentMethod"
        render={({ field }) => (
          <FormItem>
            <FormControl>
              <RadioCards
                ref={field.ref}
                tabIndex={-1}
                value={field.value}
                onValueChange={field.onChange}
                aria-label="Payment method"
                className="grid-cols-1 gap-2 sm:grid-cols-2 sm:[&>:last-child]:col-span-2"
              >
                {PAYMENT_METHODS.map(({ id, label }) => {
                  const Icon = METHOD_ICONS[id] ?? CircleEllipsis;
                  return (
                    <RadioCard key={id} value={id} className="items-center gap-2.5 px-3.5 py-3">
                      <span className="flex items-center justify-between gap-2 text-[0.9375rem] font-semibold">
                        {label}
                        <Icon
                          aria-hidden="true"
                          className="size-4.5 shrink-0 text-muted-foreground"
                        />
                      </span>
                    </RadioCard>
                  );
                })}
              </RadioCards>
            </FormControl>
            <FormMessage />
          </FormItem>
        )}
      />
      {method?.id === 'card_payment' && (
        <Suspense fallback={<Skeleton className="h-80" />}>
          <CardFields instruction={method.instruction} />
        </Suspense>
      )}
      {method !== undefined && method.id !== 'card_payment' && (
        <>
          <PaymentInstructions method={method} amount={amount} />
          <FormField
            control={control}
            name="transactionReference"
            render={({ field }) => (
              <FormItem>
                <FormLabel>Transaction reference</FormLabel>
                <FormControl>
                  <Input
                    autoComplete="off"
                    maxLength={TRANSACTION_REFERENCE_MAX_LENGTH}
                    {...field}
                  />
                </FormControl>
                <FormDescription>
                  {method.referenceLabel}: we match your payment by it. Never enter a card number
                  here.
                </FormDescription>
                <FormMessage />
              </FormItem>
            )}
          />
        </>
      )}
    </>
  );
}
