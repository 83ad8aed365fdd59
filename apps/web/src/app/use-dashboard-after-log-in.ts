import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAuthDialogs } from '../session/auth-dialogs.tsx';
import { dashboardPath } from '../session/dashboard-path.ts';
import { useSession } from '../session/session-context.ts';

/**
 * Redirects from the home page to the dashboard after a log-in there. On other pages the user continues what
 * they began. A returning user who is already logged in stays, too.
 */
export function useDashboardAfterLogIn(): void {
  const { user, profile, isProfileLoading } = useSession();
  const { dialog, loggedInAt, forgetLogIn } = useAuthDialogs();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  // The parameters of a link are removed first, so that Back does not return to them.
  const isReady = dialog === null && !new URLSearchParams(search).has('link');
  const isDue = loggedInAt === pathname && user !== null && !isProfileLoading && isReady;
  const dashboard = dashboardPath(profile?.account_type);

  useEffect(() => {
    if (!isDue) return;
    forgetLogIn();
    void navigate(dashboard);
  }, [isDue, dashboard, forgetLogIn, navigate]);

  useEffect(() => forgetLogIn, [forgetLogIn]);
}
