import { expect, test } from 'vitest';
import { PlanCache } from './plan-cache.ts';

test('evicts the least recently used plan first', () => {
  const cache = new PlanCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

test('replaces a plan without evicting another one', () => {
  const cache = new PlanCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('b', 3);
  expect([cache.get('a'), cache.get('b')]).toEqual([1, 3]);
});

test('does not keep plans of very long shapes', () => {
  const cache = new PlanCache<number>(2);
  cache.set('x'.repeat(10_000), 1);
  expect(cache.get('x'.repeat(10_000))).toBeUndefined();
});
