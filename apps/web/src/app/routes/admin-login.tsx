import { AdminLoginForm } from '../../features/admin/admin-login-form.tsx';

export function Component() {
  return <AdminLoginForm />;
}
