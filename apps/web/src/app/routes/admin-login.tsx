import { AdminLoginForm } from '../../features/admin/admin-login-form.tsx';
import { WithQueries } from '../with-queries.tsx';

export function Component() {
  return (
    <WithQueries>
      <AdminLoginForm />
    </WithQueries>
  );
}
