import { SimulationNotice } from '../../components/simulation/simulation-notices.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { PaymentForm } from '../../features/payments/payment-form.tsx';
import { PaymentTiles } from '../../features/payments/payment-tiles.tsx';
import { RecentTransactions } from '../../features/payments/recent-transactions.tsx';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: 'Payments',
  description: 'Send a payment to a person or a business, and see your recent activity.',
};

export function Component() {
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader
        title="Payments"
        description="Pay a friend or a supplier in a few seconds, in the currency they use."
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
