import {
  AMOUNT_PLACES,
  BILL_AMOUNT_MIN,
  BILL_SIMULATION_DELAY_MS,
  LONG_TOAST_DURATION_MS,
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
import { formatAmount } from '../../lib/format-amount.ts';
import type { UtilityCategory } from './utility-categories.ts';
import { m } from '../../paraglide/messages.js';

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
        title: m.utility_bills_simulated_bill_payment_successful(),
        description: m.utility_bills_amount_to_billername_for_category_no_money({
          amount: formatAmount(amount, BILL_CURRENCY),
          billerName,
          category: category.name,
        }),
        durationMs: LONG_TOAST_DURATION_MS,
      });
      form.reset(emptyBill);
    });
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>{m.utility_bills_pay_a_bill_category({ category: category.name })}</CardTitle>
        <CardDescription>{m.utility_bills_youll_find_account_number_on_any_bill()}</CardDescription>
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
                label={m.utility_bills_biller_name()}
                autoComplete="off"
              />
              <TextField
                control={control}
                name="accountNumber"
                label={m.utility_bills_account_number()}
                autoComplete="off"
                spellCheck={false}
              />
            </div>
            <AmountField
              label={m.utility_bills_amount_currency({ currency: BILL_CURRENCY })}
              currency={BILL_CURRENCY}
              min={BILL_AMOUNT_MIN}
              places={AMOUNT_PLACES}
              step={BILL_AMOUNT_STEP}
            />
            <BillPaymentMethodField control={control} />
            <ProcessingTime>
              {m.utility_bills_processed_within({ duration: m.label_bill_duration() })}
            </ProcessingTime>
            <Button type="submit" size="lg" className="w-full" busy={isProcessing}>
              {isProcessing ? m.common_processing() : m.utility_bills_pay_bill()}
            </Button>
          </form>
        </Form>
      </CardContent>
    </Card>
  );
}
