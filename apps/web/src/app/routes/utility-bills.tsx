import { SimulationNotice } from '../../components/simulation/simulation-notices.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { BillPayment } from '../../features/utility-bills/bill-payment.tsx';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: 'Utility bills',
  description: 'Pay electricity, water, internet, gas, insurance and rent from one place.',
};

export function Component() {
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader
        title="Utility Bills"
        description="Electricity, water, internet, rent: pay every bill in one place."
      />
      <div className="flex flex-col gap-6">
        <SimulationNotice />
        <BillPayment />
      </div>
    </div>
  );
}
