import type { CardTier } from '@beaconpay/domain';
import { useForm } from 'react-hook-form';
import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { useSearchParamChoice } from '../../lib/use-search-param-state.ts';
import { Again } from '../../payment/again.tsx';
import type { RecordAgain } from '../../payment/api.ts';
import { prefill } from '../../payment/prefill.ts';
import { CardPreview } from './card-preview.tsx';
import { OrderCardForm } from './order-card-form.tsx';
import { orderCardDefaults } from './card-order.ts';
import type { CardOrder, OrderCardValues } from './order-card.schema.ts';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { ChunkBoundary } from '../../components/loading/chunk-boundary.tsx';
import { ChunkErrorAlert } from '../../components/loading/chunk-error-alert.tsx';
import { m } from '../../paraglide/messages.js';

// The code that sends an order loads with its schema, because a submission needs both.
const loadSchema = () =>
  Promise.all([import('./order-card.schema.ts'), import('../../payment/api.ts')]).then(
    ([{ orderCardSchema }]) => orderCardSchema,
  );

// Loaded when the user selects its tab.
const ResearchCardOptions = lazyComponent(() => import('./research-card-options.tsx'));

const ORDER_TAB = 'order';
const RESEARCH_TAB = 'research';

/** On the smallest phones each label has two lines. */
const tabClassNames =
  'px-2 text-sm max-[22rem]:h-14 max-[22rem]:leading-tight max-[22rem]:whitespace-normal sm:px-4';

/** The two tabs of the cards page. The form keeps its values while the other tab is open. */
export function CardsTabs() {
  const [tab, setTab] = useSearchParamChoice('tab', [ORDER_TAB, RESEARCH_TAB]);
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<OrderCardValues, unknown, CardOrder>({
    resolver,
    defaultValues: orderCardDefaults,
  });

  function order(tierId: CardTier['id']) {
    form.setValue('tierId', tierId, { shouldValidate: form.formState.isSubmitted });
    setTab(ORDER_TAB);
    window.scrollTo({ top: 0 });
  }

  function orderAgain({ entered, payment }: RecordAgain) {
    const { tier = '', cardName = '' } = entered;
    prefill(form, orderCardDefaults, { tierId: tier, cardName, ...payment });
  }

  return (
    <Tabs value={tab} onValueChange={setTab}>
      <TabsList aria-label={m.cards_cards()}>
        <TabsTrigger value={ORDER_TAB} className={tabClassNames}>
          {m.cards_order_virtual_card()}
        </TabsTrigger>
        <TabsTrigger value={RESEARCH_TAB} className={tabClassNames}>
          {m.cards_research_card_options()}
        </TabsTrigger>
      </TabsList>
      <TabsContent forceMount value={ORDER_TAB} tabIndex={-1} className="flex flex-col gap-6">
        <ManualPaymentNotice />
        <Again kind="card_order" onFound={orderAgain} />
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="min-w-0">
            <OrderCardForm form={form} submitByRules={submitByRules} />
          </div>
          <aside
            aria-label={m.cards_preview_of_your_card()}
            className="min-w-0 lg:sticky lg:top-24"
          >
            <CardPreview control={form.control} />
          </aside>
        </div>
      </TabsContent>
      <TabsContent value={RESEARCH_TAB} tabIndex={-1}>
        <ChunkBoundary loading={<Skeleton className="h-96" />} fallback={<ChunkErrorAlert />}>
          <ResearchCardOptions onOrder={order} />
        </ChunkBoundary>
      </TabsContent>
    </Tabs>
  );
}

function ManualPaymentNotice() {
  return (
    <Alert>
      <AlertTitle>{m.common_payment_is_manual()}</AlertTitle>
      <AlertDescription>{m.cards_you_pay_outside_beaconpay_and_give_us()}</AlertDescription>
    </Alert>
  );
}
