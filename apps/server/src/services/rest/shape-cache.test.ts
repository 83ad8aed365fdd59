import { expect, test } from 'vitest';
import { ShapeCache } from './shape-cache.ts';

test('The least recently used shape is given up first', () => {
  const cache = new ShapeCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

test('Setting a shape again does not push another out', () => {
  const cache = new ShapeCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('b', 3);
  expect([cache.get('a'), cache.get('b')]).toEqual([1, 3]);
});

test('Shapes too long to be usual are not kept', () => {
  const cache = new ShapeCache<number>(2);
  cache.set('x'.repeat(10_000), 1);
  expect(cache.get('x'.repeat(10_000))).toBeUndefined();
});
