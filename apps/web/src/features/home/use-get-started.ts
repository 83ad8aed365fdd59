import { useNavigate } from 'react-router';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { dashboardPath } from '../../session/dashboard-path.ts';
import { useSession } from '../../session/session-context.ts';

/** The action of "Get Started": opens the sign-up dialog, or the dashboard of a signed-in user. */
export function useGetStarted(): () => void {
  const { user, profile } = useSession();
  const { openSignUp } = useAuthDialogs();
  const navigate = useNavigate();

  return () => {
    if (user === null) openSignUp();
    else void navigate(dashboardPath(profile?.account_type));
  };
}
