import {
  AMOUNT_PLACES,
  BILL_AMOUNT_MIN,
  BILL_NOTICE,
  BILL_SIMULATION_DELAY_MS,
  formatAmount,
  LONG_TOAST_DURATION_MS,
  type UtilityCategory,
} from '@beaconpay/domain';
import { useForm } from 'react-hook-form';
import { AmountField } from '../../components/fields/amount-field.tsx';
import { ProcessingTime } from '../../components/simulation/simulation-notices.tsx';
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
import { BillPaymentMethodField } from './bill-payment-method-field.tsx';
import { BILL_AMOUNT_STEP, BILL_CURRENCY, emptyBill } from './bill-values.ts';
import type { BillValues } from './bill.schema.ts';

const loadSchema = () => import('./bill.schema.ts').then(({ billSchema }) => billSchema);

/** Simulates the payment of a bill of the selected category. It sends nothing. */
export function BillForm({ category }: { category: UtilityCategory }) {
  const { isProcessing, submit } = useSimulatedSubmission(BILL_SIMULATION_DELAY_MS);
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<BillValues>({ resolver, defaultValues: emptyBill });
  const { control } = form;

  function pay({ amount, billerName }: BillValues) {
    submit(() => {
      toast({
        title: 'Simulated bill payment successful',
        description: `${formatAmount(amount, BILL_CURRENCY)} to ${billerName} for ${category.name}. No money has moved.`,
        durationMs: LONG_TOAST_DURATION_MS,
      });
      form.reset(emptyBill);
    });
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>Pay a bill: {category.name}</CardTitle>
        <CardDescription>
          You&apos;ll find the account number on any bill from this provider.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <Form {...form}>
          <form
            noValidate
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              void submitByRules(form.handleSubmit(pay));
            }}
          >
            <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
              <TextField
                control={control}
                name="billerName"
                label="Biller name"
                autoComplete="off"
              />
              <TextField
                control={control}
                name="accountNumber"
                label="Account number"
                autoComplete="off"
                spellCheck={false}
              />
            </div>
            <AmountField
              label={`Amount (${BILL_CURRENCY})`}
              currency={BILL_CURRENCY}
              min={BILL_AMOUNT_MIN}
              places={AMOUNT_PLACES}
              step={BILL_AMOUNT_STEP}
            />
            <BillPaymentMethodField control={control} />
            <ProcessingTime>
              Bill payments are usually processed within {BILL_NOTICE}. This simulated payment
              completes right away.
            </ProcessingTime>
            <Button type="submit" size="lg" className="w-full" busy={isProcessing}>
              {isProcessing ? 'Processing…' : 'Pay Bill'}
            </Button>
          </form>
        </Form>
      </CardContent>
    </Card>
  );
}
