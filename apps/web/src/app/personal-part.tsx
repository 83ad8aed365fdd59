import { PersonalDashboard } from '../features/personal/personal-dashboard.tsx';
import AccountSafety from './account-safety.tsx';
import { LazyHistory } from './lazy-history.tsx';
import { WithQueries } from './with-queries.tsx';

export function Dashboard() {
  return (
    <WithQueries>
      <PersonalDashboard safety={<AccountSafety />} history={<LazyHistory />} />
    </WithQueries>
  );
}
