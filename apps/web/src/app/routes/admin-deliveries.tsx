import { DeliveriesPage } from '../../features/deliveries/deliveries-page.tsx';
import { BackOffice } from '../back-office.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.deliveries_deliveries(),
  description: m.deliveries_description(),
  isPrivate: true,
};

export function Component() {
  return (
    <BackOffice>
      <DeliveriesPage />
    </BackOffice>
  );
}
