import { LockKeyhole } from 'lucide-react';
import { GateNotice } from '../../components/gate-notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';

/** What a visitor sees at /personal. */
export function AccessYourDashboard() {
  const { openLogIn, openSignUp } = useAuthDialogs();
  return (
    <GateNotice
      icon={LockKeyhole}
      title="Access Your Dashboard"
      description="Please log in to see your profile, your password settings and your transactions."
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
