import { SimulationNotice } from '../../components/simulation/simulation-notices.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { PaymentForm } from '../../features/payments/payment-form.tsx';
import { PaymentTiles } from '../../features/payments/payment-tiles.tsx';
import { RecentTransactions } from '../../features/payments/recent-transactions.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.common_payments(),
  description: m.page_send_payment_to_person_or_business_and(),
};

export function Component() {
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader
        title={m.common_payments()}
        description={m.page_pay_friend_or_supplier_in_few_seconds()}
      />
      <div className="flex flex-col gap-6">
        <SimulationNotice />
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
          <PaymentForm />
          <RecentTransactions />
        </div>
        <PaymentTiles />
      </div>
    </div>
  );
}
