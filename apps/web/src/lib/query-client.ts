import { QueryClient } from '@tanstack/react-query';
import { readBackendError } from './backend-error.ts';

const FRESH_FOR_MS = 30_000;
/** Kinds of errors after which a retry fails too. Screens show them at once. */
const FINAL = ['unreachable', 'session-ended'];

/**
 * The query cache of the page. A failed read is retried once. A write is never retried, because the backend may have
 * processed it. Both are sent even if the browser reports no network, so that none waits forever.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_FOR_MS,
        retry: (failureCount, error) =>
          failureCount < 1 && !FINAL.includes(readBackendError(error).kind),
        refetchOnWindowFocus: false,
        networkMode: 'always',
        // A failed query is read again, even if its older data is still fresh.
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
