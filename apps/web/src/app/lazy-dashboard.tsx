import { lazy, Suspense, useState, type ComponentType } from 'react';
import { PageLoading } from '../components/loading/page-loading.tsx';
import { hasSessionToRecover } from '../boot/stored-session.ts';
import { withChunkError } from '../boot/chunk-error.ts';

interface DashboardModule {
  Dashboard: ComponentType;
}

interface LazyDashboard extends DashboardModule {
  /** Settles when the dashboard is there for who has a session, so that a navigation can wait for it. */
  ready: Promise<unknown>;
}

/**
 * What a guard shows to some people only, so that a visitor who is asked to log in does not
 * download it. Who has a session gets it with the page, others once they have logged in there.
 */
export function lazyDashboard(load: () => Promise<DashboardModule>): LazyDashboard {
  let loaded: ComponentType | null = null;
  const loadDashboard = async () => {
    loaded = (await load()).Dashboard;
    return { default: loaded };
  };
  const begun = hasSessionToRecover() ? loadDashboard() : null;
  const LaterDashboard = lazy(withChunkError(async () => begun ?? loadDashboard()));

  function Dashboard() {
    // For as long as it is shown: one that takes the other's place would begin anew.
    const [DashboardNow] = useState(() => loaded);
    if (DashboardNow !== null) return <DashboardNow />;
    return (
      <Suspense fallback={<PageLoading text="Opening your dashboard…" />}>
        <LaterDashboard />
      </Suspense>
    );
  }

  // One that does not come is told by the error screen, and only to who would have seen it.
  return { Dashboard, ready: begun?.catch(() => undefined) ?? Promise.resolve() };
}
