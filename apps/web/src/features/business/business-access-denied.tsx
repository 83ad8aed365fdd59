import { ShieldX } from 'lucide-react';
import { Link } from '../../components/navigation/link.tsx';
import { GateNotice } from '../../components/sign-in/gate-notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { dashboardPath } from '../../session/dashboard-path.ts';
import { m } from '../../paraglide/messages.js';

/** Shown to personal accounts at /business. */
export function BusinessAccessDenied() {
  return (
    <GateNotice
      icon={ShieldX}
      title={m.business_access_denied_this_area_is_for_business()}
      actions={
        <Button asChild>
          <Link to={dashboardPath('personal')}>{m.business_go_to_my_dashboard()}</Link>
        </Button>
      }
    />
  );
}
