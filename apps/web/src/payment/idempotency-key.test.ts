import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-key.ts';

test('the same content keeps its key, so that a retry is no second submission', () => {
  const keys = createIdempotencyKeys();
  expect(keys.keyFor('an order')).toBe(keys.keyFor('an order'));
});

test('changed content gets a key of its own', () => {
  const keys = createIdempotencyKeys();
  expect(keys.keyFor('an order')).not.toBe(keys.keyFor('another order'));
});

test('a recorded submission is not repeated by the next one with equal content', () => {
  const keys = createIdempotencyKeys();
  const first = keys.keyFor('an order');
  keys.forget();
  expect(keys.keyFor('an order')).not.toBe(first);
});

test('content is a retry from its first key until it is known to be recorded', () => {
  const keys = createIdempotencyKeys();
  expect(keys.isRetry('an order')).toBe(false);
  keys.keyFor('an order');
  expect(keys.isRetry('an order')).toBe(true);
  expect(keys.isRetry('another order')).toBe(false);
  keys.forget();
  expect(keys.isRetry('an order')).toBe(false);
});

test('two forms never share a key, and a key is a UUID', () => {
  const key = createIdempotencyKeys().keyFor('an order');
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(createIdempotencyKeys().keyFor('an order')).not.toBe(key);
});
