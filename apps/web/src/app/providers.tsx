import type { ReactNode } from 'react';
import { QueryHolderContext, type QueryHolder } from '../lib/query-holder.ts';
import { SessionProvider } from '../session/session-provider.tsx';

interface ProvidersProps {
  queries: QueryHolder;
  children: ReactNode;
}

/** What every screen stands on: the cache of answers, once there are any, and who is signed in. */
export function Providers({ queries, children }: ProvidersProps) {
  return (
    <QueryHolderContext value={queries}>
      <SessionProvider>{children}</SessionProvider>
    </QueryHolderContext>
  );
}
