import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-key.ts';

test('the same content keeps its key, so that a retry is not a second submission', () => {
  const keys = createIdempotencyKeys();
  expect(keys.keyFor('an order')).toBe(keys.keyFor('an order'));
});

test('changed content gets another key', () => {
  const keys = createIdempotencyKeys();
  expect(keys.keyFor('an order')).not.toBe(keys.keyFor('another order'));
});

test('equal content gets another key after its submission was recorded', () => {
  const keys = createIdempotencyKeys();
  const first = keys.keyFor('an order');
  keys.forget();
  expect(keys.keyFor('an order')).not.toBe(first);
});

test('content is a retry from its first key until its submission is recorded', () => {
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
