import { AdminPanel } from '../../features/admin/admin-panel.tsx';
import { RouteGuard } from '../../session/route-guard.tsx';

export function Component() {
  return (
    <RouteGuard allow={['admin']}>
      <AdminPanel />
    </RouteGuard>
  );
}
