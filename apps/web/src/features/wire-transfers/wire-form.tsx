import {
  LONG_TOAST_DURATION_MS,
  WIRE_AMOUNT_MIN,
  WIRE_AMOUNT_PLACES,
  WIRE_SIMULATION_DELAY_MS,
} from '@beaconpay/domain';
import { ArrowDownToLine, Send } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { AmountFields } from '../../components/fields/amount-fields.tsx';
import { ProcessingTime } from '../../components/simulation/simulation-notices.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent } from '../../components/ui/card.tsx';
import { Form } from '../../components/ui/form.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { toast } from '../../components/ui/toast-store.ts';
import { useSimulatedSubmission } from '../../components/simulation/use-simulated-submission.ts';
import { useSearchParamField } from '../../lib/use-search-param-state.ts';
import { OwnBankFields, RecipientBankFields } from './bank-fields.tsx';
import { WalletFields } from './wallet-fields.tsx';
import { WIRE_DIRECTIONS, wireRoute, type WireDirection } from './wire-route.ts';
import { emptyWire, transferSummary } from './wire-values.ts';
import type { WireValues } from './wire.schema.ts';
import { m } from '../../paraglide/messages.js';

const loadSchema = () => import('./wire.schema.ts').then(({ wireSchema }) => wireSchema);

const actions: Record<WireDirection, { title: string; button: string; successTitle: string }> = {
  send: {
    title: m.wire_transfers_send_funds(),
    button: m.wire_transfers_send_funds(),
    successTitle: m.wire_transfers_simulated_transfer_successful(),
  },
  withdraw: {
    title: m.wire_transfers_withdraw_funds(),
    button: m.wire_transfers_withdraw_funds(),
    successTitle: m.wire_transfers_simulated_withdrawal_successful(),
  },
};

/** Simulates a transfer to a bank or a wallet, to another person or to the user. It sends nothing. */
export function WireForm() {
  const { isProcessing, submit } = useSimulatedSubmission(WIRE_SIMULATION_DELAY_MS);
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<WireValues>({ resolver, defaultValues: emptyWire });
  const { control } = form;
  const [direction, choose] = useSearchParamField(form, 'direction', 'direction', WIRE_DIRECTIONS);
  const currency = useWatch({ control, name: 'currency' });
  const route = wireRoute(currency);

  function transfer(wire: WireValues) {
    submit(() => {
      toast({
        title: actions[wire.direction].successTitle,
        description: m.wire_transfers_summary_no_money_has_moved({
          summary: transferSummary(wire),
        }),
        durationMs: LONG_TOAST_DURATION_MS,
      });
      form.reset({ ...emptyWire, direction: wire.direction });
    });
  }

  return (
    <Card>
      <CardContent>
        <Tabs value={direction} onValueChange={choose}>
          <TabsList aria-label={m.wire_transfers_direction_of_the_transfer()} className="sm:w-full">
            <TabsTrigger value="send" className="px-2 sm:flex-1 max-sm:[&_svg]:hidden">
              <Send aria-hidden="true" className="rtl:-scale-x-100" />
              {actions.send.title}
            </TabsTrigger>
            <TabsTrigger value="withdraw" className="px-2 sm:flex-1 max-sm:[&_svg]:hidden">
              <ArrowDownToLine aria-hidden="true" />
              {actions.withdraw.title}
            </TabsTrigger>
          </TabsList>
          {/* One form for both tabs: the panel takes the name of whichever is chosen. */}
          <TabsContent value={direction}>
            <Form {...form}>
              <form
                noValidate
                className="flex flex-col gap-5"
                onSubmit={(event) => {
                  event.preventDefault();
                  void submitByRules(form.handleSubmit(transfer));
                }}
              >
                {/* The currency decides between bank and wallet, which ask for different things. */}
                <AmountFields
                  min={WIRE_AMOUNT_MIN}
                  places={WIRE_AMOUNT_PLACES}
                  step="any"
                  onCurrencyChange={() => form.clearErrors()}
                />
                {route === 'wallet' && <WalletFields control={control} direction={direction} />}
                {route === 'bank' && direction === 'send' && (
                  <RecipientBankFields control={control} />
                )}
                {route === 'bank' && direction === 'withdraw' && (
                  <OwnBankFields control={control} />
                )}
                <TextField
                  control={control}
                  name="purpose"
                  label={m.wire_transfers_purpose()}
                  autoComplete="off"
                  placeholder={m.wire_transfers_e_g_invoice_rent_savings()}
                />
                <ProcessingTime>
                  {m.wire_transfers_usually_take({ duration: m.label_wire_duration() })}
                </ProcessingTime>
                <Button type="submit" size="lg" className="w-full" busy={isProcessing}>
                  {isProcessing ? m.common_processing() : actions[direction].button}
                </Button>
              </form>
            </Form>
          </TabsContent>
        </Tabs>
      </CardContent>
    </Card>
  );
}
