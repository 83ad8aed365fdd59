import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Page } from './page.ts';
import { useFrozenPage } from './use-frozen-page.ts';

interface Given {
  ids?: string[];
  isPlaceholderData?: boolean;
  page?: number;
  doneHere?: string[];
  reload?: () => Promise<{ isError: boolean }>;
}

const pageOf = (ids: string[]): Page<{ id: string }> => ({
  rows: ids.map((id) => ({ id })),
  totalCount: ids.length,
});

function renderList(first: Given) {
  const headingRef = { current: document.createElement('h2') };
  const { result, rerender } = renderHook(
    ({ ids, isPlaceholderData = false, page = 1, doneHere = [], reload }: Given) =>
      useFrozenPage(
        { data: ids && pageOf(ids), isPlaceholderData },
        { page, headingRef, doneHere: new Set(doneHere), ...(reload && { reload }) },
      ),
    { initialProps: first },
  );
  return {
    shown: () => result.current.shown?.rows.map(({ id }) => id),
    showLatest: () => act(() => result.current.showLatest()),
    rerender,
  };
}

/** @covers realtime.in-the-product.2 */
test('Newer data is shown only when the user requests it', () => {
  const { shown, showLatest, rerender } = renderList({});
  expect(shown()).toBeUndefined();
  rerender({ ids: ['a', 'b'] });
  expect(shown()).toEqual(['a', 'b']);
  rerender({ ids: ['b', 'c'] });
  expect(shown()).toEqual(['a', 'b']);
  showLatest();
  expect(shown()).toEqual(['b', 'c']);
});

test('A page with a reload function is reloaded before the newer data is shown', async () => {
  const loads: ((result: { isError: boolean }) => void)[] = [];
  const reload = () =>
    new Promise<{ isError: boolean }>((resolve) => {
      loads.push(resolve);
    });
  const { shown, showLatest, rerender } = renderList({ ids: ['a'], reload });
  showLatest();
  rerender({ ids: ['b'], reload });
  await act(() => Promise.resolve(loads.pop()?.({ isError: true })));
  expect(shown()).toEqual(['a']);
  showLatest();
  await act(() => Promise.resolve(loads.pop()?.({ isError: false })));
  expect(shown()).toEqual(['b']);
});

test('Another page is shown after it has loaded', () => {
  const { shown, rerender } = renderList({ ids: ['a'] });
  rerender({ ids: ['a'], isPlaceholderData: true, page: 2 });
  expect(shown()).toEqual(['a']);
  rerender({ ids: ['b'], page: 2 });
  expect(shown()).toEqual(['b']);
});

test('A record that was reviewed in this tab disappears with the first response that omits it', () => {
  const { shown, rerender } = renderList({ ids: ['a', 'b'] });
  rerender({ ids: ['a', 'b', 'c'], doneHere: ['a'] });
  expect(shown()).toEqual(['a', 'b']);
  rerender({ ids: ['b', 'c'], doneHere: ['a'] });
  expect(shown()).toEqual(['b', 'c']);
  rerender({ ids: ['c'], doneHere: ['a'] });
  expect(shown()).toEqual(['b', 'c']);
});
