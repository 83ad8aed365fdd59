import { HomePage } from '../../features/home/home-page.tsx';
import { useDashboardAfterLogIn } from '../use-dashboard-after-log-in.ts';

export function Component() {
  useDashboardAfterLogIn();
  return <HomePage />;
}
