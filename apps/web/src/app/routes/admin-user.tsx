import { CustomerPage } from '../../features/accounts-admin/customer-page.tsx';
import { BackOffice } from '../back-office.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.account_admin_customer(),
  description: m.account_admin_page_description(),
  isPrivate: true,
};

export function Component() {
  return (
    <BackOffice>
      <CustomerPage />
    </BackOffice>
  );
}
