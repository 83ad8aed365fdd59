import { PageHeader } from '../../components/ui/page-header.tsx';
import { CardsTabs } from '../../features/cards/cards-tabs.tsx';
import { fetchSuccessPage } from '../success-page.ts';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: 'Virtual cards',
  description: 'Order a BeaconPay virtual card in minutes, or compare every card we offer.',
};

export function Component() {
  return (
    <div className="page-container pb-16 sm:pb-24" onFocusCapture={fetchSuccessPage}>
      <PageHeader
        title="A card for every way you pay"
        description="Order a virtual card in minutes, or compare every card before you choose."
      />
      <CardsTabs />
    </div>
  );
}
