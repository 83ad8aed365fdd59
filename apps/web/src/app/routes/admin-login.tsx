import { AdminLoginForm } from '../../features/admin/admin-login-form.tsx';
import { WithQueries } from '../with-queries.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.page_admin_login(),
  description: m.page_log_in_as_beaconpay_administrator(),
  isPrivate: true,
};

export function Component() {
  return (
    <WithQueries>
      <AdminLoginForm />
    </WithQueries>
  );
}
