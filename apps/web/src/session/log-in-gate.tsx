import type { LucideIcon } from 'lucide-react';
import { GateNotice } from '../components/sign-in/gate-notice.tsx';
import { Button } from '../components/ui/button.tsx';
import { useAuthDialogs } from './auth-dialogs.tsx';
import { m } from '../paraglide/messages.js';

interface LogInGateProps {
  icon: LucideIcon;
  title: string;
  description?: string;
}

/** Replaces a dashboard for visitors. */
export function LogInGate(notice: LogInGateProps) {
  const { openLogIn, openSignUp } = useAuthDialogs();
  return (
    <GateNotice
      {...notice}
      actions={
        <>
          <Button aria-haspopup="dialog" onClick={openLogIn}>
            {m.common_log_in()}
          </Button>
          <Button variant="outline" aria-haspopup="dialog" onClick={openSignUp}>
            {m.common_sign_up()}
          </Button>
        </>
      }
    />
  );
}
