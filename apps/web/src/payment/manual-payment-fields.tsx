import { TRANSACTION_REFERENCE_MAX_LENGTH } from '@beaconpay/domain';
import {
  Banknote,
  CircleEllipsis,
  CreditCard,
  Landmark,
  QrCode,
  type LucideIcon,
} from 'lucide-react';
import { useEffect } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { ManualPaymentValues } from './manual-payment.schema.ts';
import type { RecordKind } from './record-kinds.ts';
import { usePaymentMethods } from './use-payment-methods.ts';
import { TextField } from '../components/fields/text-field.tsx';
import { TryAgainLink } from '../components/loading/try-again-link.tsx';
import { Alert } from '../components/ui/alert.tsx';
import { FormControl, FormField, FormItem, FormMessage } from '../components/ui/form.tsx';
import { RadioCard, RadioCards } from '../components/ui/radio-cards.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { useWasSeen } from '../lib/use-was-in-view.ts';
import { lazyComponent } from '../boot/lazy-component.ts';
import { ChunkBoundary } from '../components/loading/chunk-boundary.tsx';
import { ChunkErrorAlert } from '../components/loading/chunk-error-alert.tsx';
import { paymentMethodLabel, type PaymentMethod } from './payment-method-texts.ts';
import { m } from '../paraglide/messages.js';

// Only customers who pay by card need them.
const CardFields = lazyComponent(() => import('./card-fields.tsx'));

// Loads with the settings, and is available when they are.
const FormInstructions = lazyComponent(async () => {
  const part = await import('./form-instructions.tsx');
  return { default: part.FormInstructions };
});
const PaymentCodeHint = lazyComponent(async () => {
  const part = await import('./form-instructions.tsx');
  return { default: part.PaymentCodeHint };
});

/** Payment codes start with BP. Only such a reference needs the hint. */
const CODE_START = /^\s*bp/i;

const METHOD_ICONS: Readonly<Record<string, LucideIcon>> = {
  bank_transfer: Landmark,
  binance_pay: QrCode,
  card_payment: CreditCard,
  manual_cash: Banknote,
};

interface ManualPaymentFieldsProps {
  kind: RecordKind;
  /** The amount to pay, a decimal text in USD. Null while it is unknown. */
  amount: string | null;
}

/**
 * How to pay for an order or a recharge: the method, its instructions, and the reference or the card fields.
 * Belongs inside a Form whose values include ManualPaymentValues.
 */
export function ManualPaymentFields({ kind, amount }: ManualPaymentFieldsProps) {
  const { control } = useFormContext<ManualPaymentValues>();
  const methodId = useWatch({ control, name: 'paymentMethod' });
  const [wasSeen, choice] = useWasSeen();
  const { methods, state, retry } = usePaymentMethods(wasSeen);
  const method = methods.find(({ id }) => id === methodId);
  useOfferedDefault(methods);
  return (
    <>
      <FormField
        control={control}
        name="paymentMethod"
        render={({ field }) => (
          <FormItem ref={choice}>
            <FormControl>
              <RadioCards
                ref={field.ref}
                tabIndex={-1}
                value={field.value}
                onValueChange={field.onChange}
                aria-label={m.common_payment_method()}
                className="grid-cols-1 gap-2 sm:grid-cols-2 sm:[&>:last-child]:col-span-2"
              >
                {methods.map(({ id, label }) => {
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
      {methods.length === 0 ? (
        <Alert variant="warning">{m.payment_no_payment_methods_are_available_right_now()}</Alert>
      ) : (
        method === undefined && (
          <Alert variant="warning" role="alert">
            {m.payment_method_isnt_available({ method: paymentMethodLabel(methodId) })}
          </Alert>
        )
      )}
      {method?.id === 'card_payment' && (
        <ChunkBoundary loading={<Skeleton className="h-80" />} fallback={<ChunkErrorAlert />}>
          <CardFields instruction={method.instruction} />
        </ChunkBoundary>
      )}
      {method !== undefined && method.id !== 'card_payment' && (
        <>
          <WhereToPay kind={kind} method={method} amount={amount} state={state} onRetry={retry} />
          <ReferenceField kind={kind} referenceLabel={method.referenceLabel} />
        </>
      )}
    </>
  );
}

/** Selects an available method for a customer who has not selected one. A selection is never replaced. */
function useOfferedDefault(methods: readonly PaymentMethod[]): void {
  const { control, setValue, getValues } = useFormContext<ManualPaymentValues>();
  const { dirtyFields, isSubmitted } = useFormState({ control });
  const hasChosen = dirtyFields.paymentMethod === true || isSubmitted;
  const first = methods[0]?.id;
  useEffect(() => {
    const { paymentMethod, transactionReference } = getValues();
    const isOffered = methods.some(({ id }) => id === paymentMethod);
    if (isOffered || first === undefined || hasChosen || transactionReference !== '') return;
    setValue('paymentMethod', first);
  }, [methods, first, hasChosen, getValues, setValue]);
}

interface ReferenceFieldProps extends Pick<PaymentMethod, 'referenceLabel'> {
  kind: RecordKind;
}

function ReferenceField({ kind, referenceLabel }: ReferenceFieldProps) {
  const { control } = useFormContext<ManualPaymentValues>();
  const reference = useWatch({ control, name: 'transactionReference' });
  return (
    <TextField
      control={control}
      name="transactionReference"
      label={m.payment_transaction_reference()}
      required={false}
      autoComplete="off"
      maxLength={TRANSACTION_REFERENCE_MAX_LENGTH}
      hint={
        <>
          {m.payment_your_reference_we_use_it_to_find({ reference: referenceLabel })}
          {CODE_START.test(reference) && (
            <ChunkBoundary fallback={null}>
              <PaymentCodeHint kind={kind} reference={reference} />
            </ChunkBoundary>
          )}
        </>
      }
    />
  );
}

interface WhereToPayProps extends ManualPaymentFieldsProps {
  method: PaymentMethod;
  state: ReturnType<typeof usePaymentMethods>['state'];
  onRetry: () => void;
}

/**
 * Payment details are shown only when they are known, because a customer must not pay to a placeholder or an outdated
 * account.
 */
function WhereToPay({ kind, method, amount, state, onRetry }: WhereToPayProps) {
  if (state === 'failed') {
    return (
      <Alert variant="destructive" role="alert">
        {m.payment_we_couldnt_load_payment_details_please_dont()} <TryAgainLink onRetry={onRetry} />
      </Alert>
    );
  }
  const skeleton = (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        {m.payment_loading_payment_details()}
      </span>
      <Skeleton className="h-48" />
    </div>
  );
  if (state === 'loading') return skeleton;
  return (
    <ChunkBoundary loading={skeleton} fallback={<ChunkErrorAlert />}>
      <FormInstructions kind={kind} method={method} amount={amount} />
    </ChunkBoundary>
  );
}
