// @vitest-environment node
import { expect, test } from 'vitest';
import { passkeyNameSchema } from './passkey-name.schema.ts';

test('the name of a passkey is trimmed', () => {
  expect(passkeyNameSchema.parse({ name: '  Work laptop ' })).toEqual({ name: 'Work laptop' });
});

test.each([[''], ['   '], ['x'.repeat(121)]])('%j is rejected as the name of a passkey', (name) => {
  expect(passkeyNameSchema.safeParse({ name }).success).toBe(false);
});
