import { lazy, Suspense, useState, type ComponentType } from 'react';
import { Spinner } from '../components/ui/spinner.tsx';
import { hasSessionToRecover } from '../lib/stored-session.ts';
import { told } from './told-part.ts';

interface DashboardPart {
  Dashboard: ComponentType;
}

interface BehindSession extends DashboardPart {
  /** Settles when the dashboard is there for who has a session, so that a navigation can wait for it. */
  ready: Promise<unknown>;
}

/**
 * What a guard shows to some people only, so that a visitor who is asked to log in does not
 * download it. Who has a session gets it with the page, others once they have logged in there.
 */
export function behindSession(load: () => Promise<DashboardPart>): BehindSession {
  let loaded: ComponentType | null = null;
  const loadDashboard = async () => {
    loaded = (await load()).Dashboard;
    return { default: loaded };
  };
  const begun = hasSessionToRecover() ? loadDashboard() : null;
  const LaterDashboard = lazy(told(async () => begun ?? loadDashboard()));

  function Dashboard() {
    // For as long as it is shown: one that takes the other's place would begin anew.
    const [DashboardNow] = useState(() => loaded);
    if (DashboardNow !== null) return <DashboardNow />;
    return (
      <Suspense fallback={<OpeningDashboard />}>
        <LaterDashboard />
      </Suspense>
    );
  }

  // One that does not come is told by the error screen, and only to who would have seen it.
  return { Dashboard, ready: begun?.catch(() => undefined) ?? Promise.resolve() };
}

/** As large as what the guard shows before it, so that nothing moves. */
function OpeningDashboard() {
  return (
    <div className="flex flex-col items-center gap-5 px-4 py-24 text-center">
      <p role="status" className="flex items-center gap-3 text-lg font-semibold">
        <Spinner />
        Opening your dashboard…
      </p>
    </div>
  );
}
