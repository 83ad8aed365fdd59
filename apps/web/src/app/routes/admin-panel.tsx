import { AdminPanel } from '../../features/admin/admin-panel.tsx';
import { RouteGuard } from '../../session/route-guard.tsx';
import { WithQueries } from '../with-queries.tsx';

export function Component() {
  return (
    <WithQueries>
      <RouteGuard allow={['admin']}>
        <AdminPanel />
      </RouteGuard>
    </WithQueries>
  );
}
