import { LockKeyhole } from 'lucide-react';
import { LogInGate } from '../../session/log-in-gate.tsx';
import { RouteGuard } from '../../session/route-guard.tsx';
import { lazyDashboard } from '../lazy-dashboard.tsx';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: 'Personal dashboard',
  description: 'Your profile, your password and your transactions.',
  isPrivate: true,
};

const { Dashboard, ready } = lazyDashboard(() => import('../personal-part.tsx'));
export { ready };

export function Component() {
  return (
    <RouteGuard
      allow={['personal', 'admin']}
      signedOut={
        <LogInGate
          icon={LockKeyhole}
          title="Access Your Dashboard"
          description="Please log in to see your profile, your password settings and your transactions."
        />
      }
    >
      <Dashboard />
    </RouteGuard>
  );
}
