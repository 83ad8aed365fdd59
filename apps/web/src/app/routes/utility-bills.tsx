import { SimulationNotice } from '../../components/simulation/simulation-notices.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { BillPayment } from '../../features/utility-bills/bill-payment.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.common_utility_bills_2(),
  description: m.page_pay_electricity_water_internet_gas_insurance(),
};

export function Component() {
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader
        title={m.common_utility_bills()}
        description={m.page_electricity_water_internet_rent_pay_every()}
      />
      <div className="flex flex-col gap-6">
        <SimulationNotice />
        <BillPayment />
      </div>
    </div>
  );
}
