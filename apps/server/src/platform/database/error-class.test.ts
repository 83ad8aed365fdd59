import { expect, test } from 'vitest';
import { classifyDatabaseError } from './error-class.ts';
import { ConnectionError, DatabaseError } from './wire/errors.ts';

const reported = (code: string, constraint: string) =>
  new DatabaseError(
    new Map([
      ['C', code],
      ['n', constraint],
    ]),
  );
const raised = (code: string, fields = {}) =>
  Object.assign(new Error('refused'), { code, ...fields });

test.each([
  ['08006', 'unavailable'],
  ['25006', 'unavailable'],
  ['53200', 'unavailable'],
  ['53300', 'unavailable'],
  ['57P03', 'unavailable'],
  ['ECONNREFUSED', 'unavailable'],
  ['57014', 'timeout'],
  ['53100', 'full'],
  ['ENOSPC', 'full'],
  ['42501', 'denied'],
  ['28P01', 'login'],
  ['23505', 'duplicate'],
  ['23503', 'reference'],
  ['23001', 'reference'],
  ['22021', 'invalid'],
  ['53400', null],
  ['42P01', null],
  ['XX000', null],
  ['ENOENT', null],
])('An error with the code %s is classified as %s', (code, expected) => {
  expect(classifyDatabaseError(raised(code))).toBe(expected);
  expect(classifyDatabaseError(new DatabaseError(new Map([['C', code]])))).toBe(expected);
});

test('A check violation is classified as a rule for a trigger and as invalid for a constraint', () => {
  expect(classifyDatabaseError(raised('23514'))).toBe('rule');
  expect(classifyDatabaseError(reported('23514', 'amount'))).toBe('invalid');
});

test('A lost connection is classified as unavailable, and an error without a code has no class', () => {
  expect(classifyDatabaseError(new ConnectionError('lost'))).toBe('unavailable');
  expect(classifyDatabaseError(new Error('other'))).toBeNull();
  expect(classifyDatabaseError(undefined)).toBeNull();
});
