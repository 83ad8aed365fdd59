import { PageHeader } from '../../components/ui/page-header.tsx';
import { CardsTabs } from '../../features/cards/cards-tabs.tsx';
import { LazyMyCards } from '../lazy-my-cards.tsx';
import { fetchSuccessPage } from '../success-page.ts';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.page_virtual_cards(),
  description: m.page_order_beaconpay_virtual_card_in_minutes_or(),
};

export function Component() {
  return (
    <div className="page-container pb-16 sm:pb-24" onFocusCapture={fetchSuccessPage}>
      <PageHeader
        title={m.page_card_for_every_way_you_pay()}
        description={m.page_order_virtual_card_in_minutes_or_compare()}
      />
      <LazyMyCards />
      <CardsTabs />
    </div>
  );
}
