import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Runs `act` after the running fetch of this query. A refetch would cancel the next page that is loading, and
 * loading a page would cancel the refetch.
 */
export async function afterFetch<Result>(
  queries: QueryClient,
  queryKey: QueryKey,
  act: () => Promise<Result>,
): Promise<Result> {
  const query = queries.getQueryCache().find({ queryKey });
  while (query?.state.fetchStatus === 'fetching' && query.promise !== undefined) {
    await query.promise.catch(() => undefined);
  }
  return act();
}
