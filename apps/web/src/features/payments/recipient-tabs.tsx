import { Building2, UserRound } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { useSearchParamField } from '../../lib/use-search-param-state.ts';
import { TextField } from '../../components/fields/text-field.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { PAYMENT_TYPES } from './payment-types.ts';
import type { PaymentValues } from './payment.schema.ts';
import { m } from '../../paraglide/messages.js';

/** The recipient of the payment. Both tabs keep their values. */
export function RecipientTabs({ form }: { form: UseFormReturn<PaymentValues> }) {
  const { control } = form;
  const [paymentType, choose] = useSearchParamField(form, 'paymentType', 'to', PAYMENT_TYPES);

  return (
    <Tabs value={paymentType} onValueChange={choose} className="gap-5">
      <TabsList aria-label={m.payments_recipient_type()} className="sm:w-full">
        <TabsTrigger value="individual" className="px-2 sm:flex-1 max-sm:[&_svg]:hidden">
          <UserRound aria-hidden="true" />
          {m.payments_individual()}
        </TabsTrigger>
        <TabsTrigger value="business" className="px-2 sm:flex-1 max-sm:[&_svg]:hidden">
          <Building2 aria-hidden="true" />
          {m.payments_business()}
        </TabsTrigger>
      </TabsList>
      <TabsContent value="individual" className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField
          control={control}
          name="recipientName"
          label={m.common_recipient_name()}
          autoComplete="off"
        />
        <TextField
          control={control}
          name="recipientEmail"
          label={m.payments_recipient_email()}
          type="email"
          autoComplete="off"
        />
      </TabsContent>
      <TabsContent value="business" className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField
          control={control}
          name="businessName"
          label={m.payments_business_name()}
          autoComplete="off"
        />
        <TextField
          control={control}
          name="businessId"
          label={m.payments_business_id()}
          autoComplete="off"
        />
      </TabsContent>
    </Tabs>
  );
}
