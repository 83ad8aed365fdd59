import { useState, type ReactNode } from 'react';
import { createQueryHolder, QueryHolderContext } from '../lib/query-holder.ts';
import { SessionProvider } from '../session/session-provider.tsx';
import { dashboardAt } from './dashboards.ts';
import { DashboardSkeleton } from './layout/dashboard-skeleton.tsx';

interface ProvidersProps {
  /** The path of the opened page. */
  path: string;
  children: ReactNode;
}

/** What all screens use: the query client, if there is one, and the session. */
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
