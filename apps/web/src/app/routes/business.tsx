import { BusinessDashboard } from '../../features/business/business-dashboard.tsx';
import {
  BusinessAccessDenied,
  BusinessLogInPrompt,
} from '../../features/business/business-gates.tsx';
import { RouteGuard } from '../../session/route-guard.tsx';

export function Component() {
  return (
    <RouteGuard
      allow={['business', 'admin']}
      signedOut={<BusinessLogInPrompt />}
      denied={<BusinessAccessDenied />}
    >
      <BusinessDashboard />
    </RouteGuard>
  );
}
