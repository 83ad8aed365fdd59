import { PersonalDashboard } from '../features/personal/personal-dashboard.tsx';
import { AccountSafetyPart } from './account-safety-part.tsx';
import { HistoryPart } from './history-part.tsx';
import { WithQueries } from './with-queries.tsx';

export function Dashboard() {
  return (
    <WithQueries>
      <PersonalDashboard safety={<AccountSafetyPart />} history={<HistoryPart />} />
    </WithQueries>
  );
}
