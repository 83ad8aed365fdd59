import { SimulationNotice } from '../../components/simulation/simulation-notices.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { GlobalReach } from '../../features/wire-transfers/global-reach.tsx';
import { SupportedBanks } from '../../features/wire-transfers/supported-banks.tsx';
import { WireForm } from '../../features/wire-transfers/wire-form.tsx';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: 'Wire transfers',
  description:
    'Send money to banks and crypto wallets in over 180 countries, or withdraw to your own account.',
};

export function Component() {
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader
        title="Wire Transfers"
        description="Send money to a bank or a wallet abroad, or withdraw it to your own."
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
