import { PersonalDashboard } from '../features/personal/personal-dashboard.tsx';
import AccountSafety from './account-safety.tsx';
import { HistoryPart } from './history-part.tsx';
import { WithQueries } from './with-queries.tsx';

export function Dashboard() {
  return (
    <WithQueries>
      <PersonalDashboard safety={<AccountSafety />} history={<HistoryPart />} />
    </WithQueries>
  );
}
