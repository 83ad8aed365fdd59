import {
  BusinessAccessDenied,
  BusinessLogInPrompt,
} from '../../features/business/business-gates.tsx';
import { RouteGuard } from '../../session/route-guard.tsx';
import { behindSession } from '../behind-session.tsx';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: 'Business dashboard',
  description: 'Your company and the tools to run its money.',
  isPrivate: true,
};

const { Dashboard, ready } = behindSession(() => import('../business-part.tsx'));
export { ready };

export function Component() {
  return (
    <RouteGuard
      allow={['business', 'admin']}
      signedOut={<BusinessLogInPrompt />}
      denied={<BusinessAccessDenied />}
    >
      <Dashboard />
    </RouteGuard>
  );
}
