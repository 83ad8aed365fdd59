import { BusinessDashboard } from '../../features/business/business-dashboard.tsx';
import {
  BusinessAccessDenied,
  BusinessLogInPrompt,
} from '../../features/business/business-gates.tsx';
import { RouteGuard } from '../../session/route-guard.tsx';
import { WithQueries } from '../with-queries.tsx';

export function Component() {
  return (
    <WithQueries>
      <RouteGuard
        allow={['business', 'admin']}
        signedOut={<BusinessLogInPrompt />}
        denied={<BusinessAccessDenied />}
      >
        <BusinessDashboard />
      </RouteGuard>
    </WithQueries>
  );
}
