import { SimulationNotice } from '../../components/simulation/simulation-notices.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { GlobalReach } from '../../features/wire-transfers/global-reach.tsx';
import { SupportedBanks } from '../../features/wire-transfers/supported-banks.tsx';
import { WireForm } from '../../features/wire-transfers/wire-form.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.page_wire_transfers(),
  description: m.page_send_money_to_banks_and_crypto_wallets(),
};

export function Component() {
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader
        title={m.common_wire_transfers()}
        description={m.page_send_money_to_bank_or_wallet_abroad()}
      />
      <div className="flex flex-col gap-6">
        <SimulationNotice />
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <WireForm />
          <GlobalReach />
        </div>
        <SupportedBanks />
      </div>
    </div>
  );
}
