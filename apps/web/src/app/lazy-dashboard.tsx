import { lazy, Suspense, useState, type ComponentType } from 'react';
import { PageLoading } from '../components/loading/page-loading.tsx';
import { hasSessionToRecover } from '../boot/stored-session.ts';
import { withChunkError } from '../boot/chunk-error.ts';
import { m } from '../paraglide/messages.js';

interface DashboardModule {
  Dashboard: ComponentType;
}

interface LazyDashboard extends DashboardModule {
  /** Settles when the dashboard has loaded for a user with a session. A navigation can wait for it. */
  ready: Promise<unknown>;
}

/**
 * Loads a dashboard that a guard shows to some users only. With a stored session it loads together
 * with the page; otherwise it loads after the log-in, and visitors do not download it.
 */
export function lazyDashboard(load: () => Promise<DashboardModule>): LazyDashboard {
  let loaded: ComponentType | null = null;
  const loadDashboard = async () => {
    loaded = (await load()).Dashboard;
    return { default: loaded };
  };
  const preloaded = hasSessionToRecover() ? loadDashboard() : null;
  const LaterDashboard = lazy(withChunkError(async () => preloaded ?? loadDashboard()));

  function Dashboard() {
    // Chosen once: a change of the component would mount the dashboard again.
    const [DashboardNow] = useState(() => loaded);
    if (DashboardNow !== null) return <DashboardNow />;
    return (
      <Suspense fallback={<PageLoading text={m.app_opening_your_dashboard()} />}>
        <LaterDashboard />
      </Suspense>
    );
  }

  // The error screen reports a failed load, and only to users who see the dashboard.
  return { Dashboard, ready: preloaded?.catch(() => undefined) ?? Promise.resolve() };
}
