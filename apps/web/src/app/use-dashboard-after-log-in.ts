import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAuthDialogs } from '../session/auth-dialogs.tsx';
import { dashboardPath } from '../session/dashboard-path.ts';
import { useSession } from '../session/session-context.ts';

/**
 * Leads from the home page to the dashboard once the user has logged in on it. Every other page has
 * something to continue, so the user stays there. A returning user who is logged in already stays too.
 */
export function useDashboardAfterLogIn(): void {
  const { user, profile, isProfileLoading } = useSession();
  const { dialog, loggedInAt, forgetLogIn } = useAuthDialogs();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  // What a link left in the address is removed first, so that Back does not lead to it.
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
