import { AdministratorRulesSection } from '../../features/mfa/administrator-rules-section.tsx';
import { PaymentDetailsSection } from '../../features/payment-details/payment-details-section.tsx';
import { SettingsPage } from '../../features/settings-admin/settings-page.tsx';
import { BackOffice } from '../back-office.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.settings_title(),
  description: m.settings_description(),
  isPrivate: true,
};

export function Component() {
  return (
    <BackOffice>
      <SettingsPage
        payment={<PaymentDetailsSection />}
        secondFactor={<AdministratorRulesSection />}
      />
    </BackOffice>
  );
}
