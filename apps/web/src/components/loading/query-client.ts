import { QueryCache, QueryClient } from '@tanstack/react-query';
import { readBackendError } from '../../lib/backend-error.ts';
import { dismissToast, toastFailure } from '../ui/toast-store.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `errorTitle` is the title of the toast about a failed load. Without it, only the screen shows the error. */
    queryMeta: { readonly errorTitle?: string };
  }
}

const FRESH_FOR_MS = 30_000;
/** Kinds of errors after which a retry fails too. Screens show them at once. */
const FINAL = ['unreachable', 'session-ended'];

/**
 * The query client of the page. A failed read is retried once. A write is never retried, because the backend may have
 * processed it. Both are sent even if the browser reports no network, so that none waits forever.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: createQueryCache(),
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

/** Shows one toast for each failed load of a query with an `errorTitle`. The next successful load dismisses it. */
function createQueryCache(): QueryCache {
  const toastIds = new Map<string, number>();
  return new QueryCache({
    onError(error, query) {
      const title = query.meta?.errorTitle;
      // A query without observers belongs to a screen that is closed.
      if (title === undefined || query.getObserversCount() === 0) return;
      toastIds.set(query.queryHash, toastFailure(title, error));
    },
    onSuccess(_data, { queryHash }) {
      const toastId = toastIds.get(queryHash);
      if (toastId === undefined) return;
      dismissToast(toastId);
      toastIds.delete(queryHash);
    },
  });
}
