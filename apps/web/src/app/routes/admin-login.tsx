import { AdminLoginForm } from '../../features/admin/admin-login-form.tsx';
import { WithQueries } from '../with-queries.tsx';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: 'Administrator sign-in',
  description: 'For administrators of BeaconPay.',
  isPrivate: true,
};

export function Component() {
  return (
    <WithQueries>
      <AdminLoginForm />
    </WithQueries>
  );
}
