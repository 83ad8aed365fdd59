import { expect, test } from 'vitest';
import { createPlanCache } from './plan-cache.ts';

/** A cache that counts how often each plan is created. */
function createCache(capacity: number) {
  const cache = createPlanCache<string>(capacity);
  const created: string[] = [];
  const use = (shape: string) =>
    cache.getOrCreate(shape, () => {
      created.push(shape);
      return `plan ${shape}`;
    });
  return { use, created };
}

test('creates each plan once', () => {
  const { use, created } = createCache(2);
  expect([use('a'), use('b'), use('a')]).toEqual(['plan a', 'plan b', 'plan a']);
  expect(created).toEqual(['a', 'b']);
});

test('evicts the least recently used plan first', () => {
  const { use, created } = createCache(2);
  for (const shape of ['a', 'b', 'a', 'c', 'a', 'c', 'b']) use(shape);
  expect(created).toEqual(['a', 'b', 'c', 'b']);
});

test('does not keep plans of very long shapes', () => {
  const { use, created } = createCache(2);
  const long = 'x'.repeat(10_000);
  for (const shape of ['a', 'b', long, long, 'a', 'b']) use(shape);
  expect(created).toEqual(['a', 'b', long, long]);
});
