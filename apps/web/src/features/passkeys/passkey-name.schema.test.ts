// @vitest-environment node
import { expect, test } from 'vitest';
import { passkeyNameSchema } from './passkey-name.schema.ts';

test('a passkey’s name is taken without the spaces around it', () => {
  expect(passkeyNameSchema.parse({ name: '  Work laptop ' })).toEqual({ name: 'Work laptop' });
});

test.each([[''], ['   '], ['x'.repeat(121)]])('%j is no name of a passkey', (name) => {
  expect(passkeyNameSchema.safeParse({ name }).success).toBe(false);
});
