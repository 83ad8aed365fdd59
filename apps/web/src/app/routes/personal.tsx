import { LockKeyhole } from 'lucide-react';
import { LogInGate } from '../../session/log-in-gate.tsx';
import { RouteGuard } from '../../session/route-guard.tsx';
import { lazyDashboard } from '../lazy-dashboard.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.page_personal_dashboard(),
  description: m.page_your_profile_your_password_and_your(),
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
          title={m.page_access_your_dashboard()}
          description={m.page_please_log_in_to_see_your_profile()}
        />
      }
    >
      <Dashboard />
    </RouteGuard>
  );
}
