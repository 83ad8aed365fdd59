import { AdminPanel } from '../../features/admin/admin-panel.tsx';
import { PaymentDetailsSection } from '../../features/payment-details/payment-details-section.tsx';
import { SupportContactSection } from '../../features/support-contact/support-contact-section.tsx';
import { AdministratorRulesSection } from '../../features/mfa/administrator-rules-section.tsx';
import { BackOffice } from '../back-office.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.page_admin_panel(),
  description: m.page_users_payment_details_pending_card_orders_and(),
  isPrivate: true,
};

export function Component() {
  return (
    <BackOffice>
      <AdminPanel>
        <PaymentDetailsSection />
        <SupportContactSection />
        <AdministratorRulesSection />
      </AdminPanel>
    </BackOffice>
  );
}
