import { BusinessDashboard } from '../features/business/business-dashboard.tsx';
import { LazyAccountSafety } from './lazy-account-safety.tsx';
import { LazyHistory } from './lazy-history.tsx';
import { WithQueries } from './with-queries.tsx';

export function Dashboard() {
  return (
    <WithQueries>
      <BusinessDashboard history={<LazyHistory />} safety={<LazyAccountSafety />} />
    </WithQueries>
  );
}
