import { QueryClientProvider } from '@tanstack/react-query';
import { use, useState, type ReactNode } from 'react';
import { createQueryClient } from '../components/loading/query-client.ts';
import { QueryHolderContext } from '../lib/query-holder.ts';

/**
 * Provides the query client of the page. A part imports it itself, so that a first view without requests does
 * not download it.
 */
export function WithQueries({ children }: { children: ReactNode }) {
  const holder = use(QueryHolderContext);
  if (holder === null) throw new Error('WithQueries needs Providers above it.');
  const [client] = useState(() => holder.obtain(createQueryClient));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
