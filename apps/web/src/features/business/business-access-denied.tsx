import { BriefcaseBusiness, ShieldX } from 'lucide-react';
import { Link } from '../../components/link.tsx';
import { GateNotice } from '../../components/gate-notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { dashboardPath } from '../../session/dashboard-path.ts';

/** What a visitor sees at /business. */
export function BusinessLogInPrompt() {
  const { openLogIn, openSignUp } = useAuthDialogs();
  return (
    <GateNotice
      icon={BriefcaseBusiness}
      title="Please log in to view your business dashboard."
      actions={
        <>
          <Button onClick={openLogIn}>Log In</Button>
          <Button variant="outline" onClick={openSignUp}>
            Sign Up
          </Button>
        </>
      }
    />
  );
}

/** What a personal account sees at /business. */
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
