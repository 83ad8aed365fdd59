import { useNavigate } from 'react-router';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { dashboardPath } from '../../session/dashboard-path.ts';
import { useSession } from '../../session/session-context.ts';

/** What "Get Started" does: sign up, or go on to one's dashboard. */
export function useGetStarted(): () => void {
  const { user, profile } = useSession();
  const { openSignUp } = useAuthDialogs();
  const navigate = useNavigate();

  return () => {
    if (user === null) openSignUp();
    else void navigate(dashboardPath(profile?.account_type));
  };
}
