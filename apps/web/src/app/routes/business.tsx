import { BriefcaseBusiness } from 'lucide-react';
import { BusinessAccessDenied } from '../../features/business/business-access-denied.tsx';
import { LogInGate } from '../../session/log-in-gate.tsx';
import { RouteGuard } from '../../session/route-guard.tsx';
import { lazyDashboard } from '../lazy-dashboard.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.page_business_dashboard(),
  description: m.common_your_company_details_and_tools_to_manage(),
  isPrivate: true,
};

const { Dashboard, ready } = lazyDashboard(() => import('../business-part.tsx'));
export { ready };

export function Component() {
  return (
    <RouteGuard
      allow={['business', 'admin']}
      signedOut={
        <LogInGate icon={BriefcaseBusiness} title={m.page_please_log_in_to_view_your_business()} />
      }
      denied={<BusinessAccessDenied />}
    >
      <Dashboard />
    </RouteGuard>
  );
}
