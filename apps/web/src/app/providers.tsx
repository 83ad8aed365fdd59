import { useState, type ReactNode } from 'react';
import { createQueryHolder, QueryHolderContext } from '../lib/query-holder.ts';
import { SessionProvider } from '../session/session-provider.tsx';

/** What every screen stands on: the cache of answers, once there are any, and who is signed in. */
export function Providers({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryHolder);
  return (
    <QueryHolderContext value={queries}>
      <SessionProvider>{children}</SessionProvider>
    </QueryHolderContext>
  );
}
