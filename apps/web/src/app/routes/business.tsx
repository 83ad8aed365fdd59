import { BusinessDashboard } from '../../features/business/business-dashboard.tsx';
import {
  BusinessAccessDenied,
  BusinessLogInPrompt,
} from '../../features/business/business-gates.tsx';
import { HistoryPart } from '../history-part.tsx';
import { RouteGuard } from '../../session/route-guard.tsx';
import { WithQueries } from '../with-queries.tsx';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: 'Business dashboard',
  description: 'Your company and the tools to run its money.',
  isPrivate: true,
};

export function Component() {
  return (
    <WithQueries>
      <RouteGuard
        allow={['business', 'admin']}
        signedOut={<BusinessLogInPrompt />}
        denied={<BusinessAccessDenied />}
      >
        <BusinessDashboard history={<HistoryPart />} />
      </RouteGuard>
    </WithQueries>
  );
}
