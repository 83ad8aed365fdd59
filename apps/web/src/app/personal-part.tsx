import { DevicesSection } from '../features/devices/devices-section.tsx';
import { PasskeysSection } from '../features/passkeys/passkeys-section.tsx';
import { PersonalDashboard } from '../features/personal/personal-dashboard.tsx';
import { TwoStepSection } from '../features/two-step/two-step-section.tsx';
import { HistoryPart } from './history-part.tsx';
import { WithQueries } from './with-queries.tsx';

export function Dashboard() {
  return (
    <WithQueries>
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
    </WithQueries>
  );
}
