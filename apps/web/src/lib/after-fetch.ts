import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Acts once what is being read under this key has come. Reading anew at once would give up a further
 * page that is on its way, and asking for one would give up the reading anew.
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
