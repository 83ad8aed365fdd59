import { expect, test } from 'vitest';
import { toStorageError } from './errors.ts';

const connectionReset = (message: string) =>
  Object.assign(new Error(message), { code: 'ECONNRESET' });

test('a client that goes away in the middle of its body is not told of as a lost database', () => {
  expect(toStorageError(connectionReset('aborted')).statusCode).toBe(400);
  expect(toStorageError(connectionReset('read ECONNRESET')).statusCode).toBe(544);
});
