import { BusinessDashboard } from '../features/business/business-dashboard.tsx';
import { AccountSafetyPart } from './account-safety-part.tsx';
import { HistoryPart } from './history-part.tsx';
import { WithQueries } from './with-queries.tsx';

export function Dashboard() {
  return (
    <WithQueries>
      <BusinessDashboard history={<HistoryPart />} safety={<AccountSafetyPart />} />
    </WithQueries>
  );
}
