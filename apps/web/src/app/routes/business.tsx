import { BriefcaseBusiness } from 'lucide-react';
import { BusinessAccessDenied } from '../../features/business/business-access-denied.tsx';
import { LogInGate } from '../../session/log-in-gate.tsx';
import { RouteGuard } from '../../session/route-guard.tsx';
import { lazyDashboard } from '../lazy-dashboard.tsx';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: 'Business dashboard',
  description: 'Your company details and the tools to manage its money.',
  isPrivate: true,
};

const { Dashboard, ready } = lazyDashboard(() => import('../business-part.tsx'));
export { ready };

export function Component() {
  return (
    <RouteGuard
      allow={['business', 'admin']}
      signedOut={
        <LogInGate
          icon={BriefcaseBusiness}
          title="Please log in to view your business dashboard."
        />
      }
      denied={<BusinessAccessDenied />}
    >
      <Dashboard />
    </RouteGuard>
  );
}
