import { ShieldX } from 'lucide-react';
import { Link } from '../../components/navigation/link.tsx';
import { GateNotice } from '../../components/sign-in/gate-notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { dashboardPath } from '../../session/dashboard-path.ts';

/** Shown to personal accounts at /business. */
export function BusinessAccessDenied() {
  return (
    <GateNotice
      icon={ShieldX}
      title="Access Denied. This area is for business accounts."
      actions={
        <Button asChild>
          <Link to={dashboardPath('personal')}>Go to my dashboard</Link>
        </Button>
      }
    />
  );
}
