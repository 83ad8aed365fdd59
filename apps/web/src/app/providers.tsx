import { useState, type ReactNode } from 'react';
import { createQueryHolder, QueryHolderContext } from '../lib/query-holder.ts';
import { SessionProvider } from '../session/session-provider.tsx';
import { dashboardAt } from './dashboards.ts';
import { DashboardSkeleton } from './layout/dashboard-skeleton.tsx';

interface ProvidersProps {
  /** The path of the page that is opened. */
  path: string;
  children: ReactNode;
}

/** What every screen stands on: the cache of answers, once there are any, and who is signed in. */
export function Providers({ path, children }: ProvidersProps) {
  const dashboard = dashboardAt(path);
  const [queries] = useState(createQueryHolder);
  return (
    <QueryHolderContext value={queries}>
      <SessionProvider splash={dashboard && <DashboardSkeleton {...dashboard} />}>
        {children}
      </SessionProvider>
    </QueryHolderContext>
  );
}
