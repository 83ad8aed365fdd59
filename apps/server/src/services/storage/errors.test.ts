import { expect, test } from 'vitest';
import { NoSpaceError } from './backends/disk-reserve.ts';
import { toStorageError } from './errors.ts';

const connectionReset = (message: string) =>
  Object.assign(new Error(message), { code: 'ECONNRESET' });

test('a client that disconnects within its body is not reported as a lost database', () => {
  expect(toStorageError(connectionReset('aborted')).statusCode).toBe(400);
  expect(toStorageError(connectionReset('read ECONNRESET')).statusCode).toBe(544);
});

test('a full disk is reported as such, and not as an error of the client', () => {
  const met = ['ENOSPC', 'EDQUOT', '53100'].map((code) => Object.assign(new Error('x'), { code }));
  for (const error of [...met, new NoSpaceError('1 MiB left')]) {
    expect(toStorageError(error)).toMatchObject({ status: 507, code: 'InsufficientStorage' });
  }
});
