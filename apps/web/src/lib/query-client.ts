import { QueryClient } from '@tanstack/react-query';

const FRESH_FOR_MS = 30_000;

/** One cache a page. Reads are retried once; writes never, since they may have arrived. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_FOR_MS, retry: 1, refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
