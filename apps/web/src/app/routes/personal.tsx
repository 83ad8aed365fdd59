import { AccessYourDashboard } from '../../features/personal/access-your-dashboard.tsx';
import { DevicesSection } from '../../features/devices/devices-section.tsx';
import { PasskeysSection } from '../../features/passkeys/passkeys-section.tsx';
import { PersonalDashboard } from '../../features/personal/personal-dashboard.tsx';
import { TwoStepSection } from '../../features/two-step/two-step-section.tsx';
import { HistoryPart } from '../history-part.tsx';
import { RouteGuard } from '../../session/route-guard.tsx';
import { WithQueries } from '../with-queries.tsx';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: 'Personal dashboard',
  description: 'Your profile, your password and your transactions.',
  isPrivate: true,
};

export function Component() {
  return (
    <WithQueries>
      <RouteGuard allow={['personal', 'admin']} signedOut={<AccessYourDashboard />}>
        <PersonalDashboard
          safety={
            <>
              <TwoStepSection />
              <PasskeysSection />
              <DevicesSection />
            </>
          }
          history={<HistoryPart />}
        />
      </RouteGuard>
    </WithQueries>
  );
}
