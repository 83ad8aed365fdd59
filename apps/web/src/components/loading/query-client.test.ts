import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UnreachableError } from '../../lib/backend-error.ts';
import { dismissToast, shownToast, toast } from '../ui/toast-store.ts';
import { createQueryClient } from './query-client.ts';

let client: QueryClient;
let responses: (() => string)[];

beforeEach(() => {
  client = createQueryClient();
  responses = [];
});

afterEach(() => client.clear());

const fail = () => {
  throw new UnreachableError();
};

/** A screen that reads a list. Each read returns the next response. */
function openList(errorTitle?: string) {
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => Promise.resolve(responses.shift()?.()),
    ...(errorTitle === undefined ? {} : { meta: { errorTitle } }),
  });
  const close = observer.subscribe(() => undefined);
  return { observer, close };
}

const isToastOpen = () => shownToast()?.isOpen === true;

function hideToast() {
  const shown = shownToast();
  if (shown !== null) dismissToast(shown.id);
}

test('a failed load shows one toast, even for two screens with the same data', async () => {
  hideToast();
  responses = [fail];
  const first = openList('Error fetching data');
  openList('Error fetching data');
  await expect(first.observer.refetch({ throwOnError: true })).rejects.toThrow();
  const shown = shownToast();
  expect(shown).toMatchObject({ title: 'Error fetching data', isOpen: true });
  expect(shown?.description).toBe(new UnreachableError().message);
  toast({ title: 'Another' });
  expect(shownToast()?.id).toBe((shown?.id ?? 0) + 1);
});

test('each failed load shows the toast again, and a successful load dismisses it', async () => {
  responses = [fail, fail, () => 'rows'];
  const { observer } = openList('Error fetching data');
  await observer.refetch();
  hideToast();
  await observer.refetch();
  expect(isToastOpen()).toBe(true);
  await observer.refetch();
  expect(isToastOpen()).toBe(false);
});

test('a successful load keeps other toasts', async () => {
  responses = [fail, () => 'rows'];
  const { observer } = openList('Error fetching data');
  await observer.refetch();
  toast({ title: 'Profile saved' });
  await observer.refetch();
  expect(shownToast()).toMatchObject({ title: 'Profile saved', isOpen: true });
});

test('a query without an error title and a query of a closed screen show no toast', async () => {
  hideToast();
  responses = [fail, fail];
  const untitled = openList();
  await untitled.observer.refetch();
  untitled.close();

  const closed = openList('Error fetching data');
  const loaded = closed.observer.refetch();
  closed.close();
  await loaded;
  expect(isToastOpen()).toBe(false);
});
