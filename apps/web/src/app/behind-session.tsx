import { lazy, Suspense, type ComponentType } from 'react';
import { Spinner } from '../components/ui/spinner.tsx';
import { hasSessionToRecover } from '../lib/stored-session.ts';
import { told } from './told-part.ts';

interface DashboardPart {
  Dashboard: ComponentType;
}

/**
 * What a guard shows to some people only, so that a visitor who is asked to log in does not
 * download it. Who has a session gets it while that is read.
 */
export function behindSession(load: () => Promise<DashboardPart>): ComponentType {
  const begun = hasSessionToRecover() ? load() : null;
  // Told by the error screen, and only to who would have seen it.
  begun?.catch(() => undefined);
  const Dashboard = lazy(told(async () => ({ default: (await (begun ?? load())).Dashboard })));
  return function BehindSession() {
    return (
      <Suspense fallback={<OpeningDashboard />}>
        <Dashboard />
      </Suspense>
    );
  };
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
