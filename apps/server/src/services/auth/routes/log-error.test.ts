import type { Context } from 'hono';
import { expect, test } from 'vitest';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { Logger } from '../../../platform/logger.ts';
import { authErrors, OAuthError, type AuthError } from '../errors.ts';
import { toResponseError, logAuthError } from './log-error.ts';

function logged(failure: AuthError | OAuthError): unknown[] {
  const entries: unknown[] = [];
  const logger = { error: (entry: unknown) => entries.push(entry) } as unknown as Logger;
  logAuthError(logger, { get: () => 'request-1' } as unknown as Context<ServiceEnv>, failure);
  return entries;
}

test('a server error is logged with its cause, but without the message of the cause', () => {
  const cause = Object.assign(new Error('Key (email)=(ada@example.com) already exists'), {
    code: '23505',
    detail: 'ada@example.com',
    parameters: ['ada@example.com'],
  });
  const entries = logged(authErrors.unexpected('Database error saving new user', cause));
  expect(entries).toEqual([
    expect.objectContaining({
      requestId: 'request-1',
      causeCode: '23505',
      reason: 'Database error saving new user',
    }),
  ]);
  expect(JSON.stringify(entries)).toContain('log-error.test.ts');
  expect(JSON.stringify(entries)).not.toContain('ada@example.com');
});

test('an error of the caller is not logged', () => {
  expect(logged(authErrors.invalidCredentials())).toEqual([]);
  expect(logged(new OAuthError('unsupported_grant_type', ''))).toEqual([]);
});

test('a client that disconnects within its body is not logged as a lost database', () => {
  const entries: unknown[] = [];
  const logger = { error: (entry: unknown) => entries.push(entry) } as unknown as Logger;
  const context = { get: () => 'request-1' } as unknown as Context<ServiceEnv>;
  const answerTo = (message: string) =>
    toResponseError(
      { logger },
      context,
      Object.assign(new Error(message), { code: 'ECONNRESET' }),
      '',
    );
  expect(answerTo('aborted')).toMatchObject({ status: 400 });
  expect(entries).toEqual([]);
  expect(answerTo('read ECONNRESET')).toMatchObject({ status: 503 });
  expect(entries).toHaveLength(1);
});
