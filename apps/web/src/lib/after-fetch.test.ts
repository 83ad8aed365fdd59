import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { afterFetch } from './after-fetch.ts';

const queryKey = ['pages'];

test('The next page and a refetch both load if they are requested at the same time', async () => {
  const queries = new QueryClient();
  let edition = 1;
  const observer = new InfiniteQueryObserver(queries, {
    queryKey,
    queryFn: async ({ pageParam }) => {
      await new Promise((resolve) => setImmediate(resolve));
      return `page ${String(pageParam)} of edition ${String(edition)}`;
    },
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => pages.length + 1,
    retry: false,
  });
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();

  const nextPage = afterFetch(queries, queryKey, () => observer.fetchNextPage());
  edition = 2;
  const refetch = afterFetch(queries, queryKey, () => queries.invalidateQueries({ queryKey }));
  const pageAfterNext = afterFetch(queries, queryKey, () => observer.fetchNextPage());
  await Promise.all([nextPage, refetch, pageAfterNext]);

  expect(observer.getCurrentResult().data?.pages).toEqual([
    'page 1 of edition 2',
    'page 2 of edition 2',
    'page 3 of edition 2',
  ]);
  stop();
});
