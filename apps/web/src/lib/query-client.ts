import { QueryClient } from '@tanstack/react-query';
import { isEndedSession } from './ended-session.ts';
import { isUnreachable } from './unreachable-error.ts';

const FRESH_FOR_MS = 30_000;

/**
 * One cache a page. Reads are retried once, except when nobody answers or the session is over: that is
 * told at once, with a way to retry. Writes never are, since they may have arrived. Both ask even if the browser
 * believes that there is no network, so that nothing waits without an end.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_FOR_MS,
        retry: (failureCount, error) =>
          failureCount < 1 && !isUnreachable(error) && !isEndedSession(error),
        refetchOnWindowFocus: false,
        networkMode: 'always',
        // What failed is read again, also where an older answer is still fresh.
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
