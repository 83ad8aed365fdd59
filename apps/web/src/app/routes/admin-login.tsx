import { AdminLoginForm } from '../../features/admin/admin-login-form.tsx';
import { WithQueries } from '../with-queries.tsx';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: 'Admin login',
  description: 'Log in as a BeaconPay administrator.',
  isPrivate: true,
};

export function Component() {
  return (
    <WithQueries>
      <AdminLoginForm />
    </WithQueries>
  );
}
