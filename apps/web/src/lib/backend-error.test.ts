import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js';
import { FunctionsFetchError, FunctionsHttpError } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { StorageClient } from '@supabase/storage-js';
import { expect, test } from 'vitest';
import { readBackendError, readFunctionError, UnreachableError } from './backend-error.ts';
import { errorMessage } from './error-message.ts';

const PRICE_ERROR = {
  code: '23514',
  message: 'The price of a Premium card is 15 USD.',
  hint: 'order.price',
  details: '{"tier": "premium", "price": 15}',
};

const rest = (fetch: () => Promise<Response>) =>
  new PostgrestClient('http://backend.test', { fetch, retry: false }).from('orders').insert({});

test('an error of a product rule has the key and the values of the rule', async () => {
  const { error } = await rest(() => Promise.resolve(Response.json(PRICE_ERROR, { status: 400 })));
  expect(readBackendError(error)).toEqual({
    kind: 'rule',
    key: 'order.price',
    status: null,
    values: { tier: 'premium', price: 15 },
    message: 'The price of a Premium card is 15 USD.',
  });
});

test('an error of a database constraint has the name of the constraint as its key', () => {
  const message = 'new row for relation "profiles" violates check constraint "profiles_city_check"';
  expect(readBackendError({ code: '23514', message, hint: null })).toMatchObject({
    kind: 'other',
    key: 'profiles_city_check',
  });
  const duplicate = 'duplicate key value violates unique constraint "orders_key"';
  expect(readBackendError({ code: '23505', message: duplicate })).toMatchObject({
    kind: 'duplicate',
    key: 'orders_key',
  });
});

test('the hint and the details of a PostgREST error are not used as key and values', () => {
  const error = {
    code: 'PGRST116',
    message: 'Cannot coerce the result',
    hint: 'Only one row is allowed',
    details: 'The result contains 0 rows',
  };
  expect(readBackendError(error)).toMatchObject({ kind: 'no-row', key: 'PGRST116', values: {} });
});

test('an error of the auth service has its error code as the key, in both versions of the response body', () => {
  expect(readBackendError(new AuthApiError('Banned', 403, 'user_banned'))).toMatchObject({
    key: 'user_banned',
    status: 403,
  });
  expect(readBackendError({ code: 403, error_code: 'user_banned', msg: 'Banned' })).toMatchObject({
    key: 'user_banned',
    message: 'Banned',
  });
});

test('an error of an edge function has the key, the status and the message of its response', async () => {
  const body = { message: 'already confirmed', hint: 'payment.already_confirmed' };
  const refused = new FunctionsHttpError(Response.json(body, { status: 409 }));
  expect(await readFunctionError(refused)).toMatchObject({
    key: 'payment.already_confirmed',
    status: 409,
    message: 'already confirmed',
  });
  const page = new FunctionsHttpError(new Response('<html>', { status: 502 }));
  expect(await readFunctionError(page)).toMatchObject({ key: '', status: 502, message: '' });
  const withoutResponse = new FunctionsFetchError(new UnreachableError());
  expect(await readFunctionError(withoutResponse)).toMatchObject({
    kind: 'unreachable',
    status: null,
  });
});

test('a missing response is recognized in the errors of all clients', async () => {
  const thrown = new UnreachableError();
  const fetch = () => Promise.reject(thrown);
  const inserted = await rest(fetch);
  const listed = await new StorageClient('http://backend.test', {}, fetch).from('avatars').list();
  for (const error of [
    thrown,
    inserted.error,
    listed.error,
    new AuthRetryableFetchError(thrown.message, 0),
    new FunctionsFetchError(thrown),
  ]) {
    expect(readBackendError(error).kind).toBe('unreachable');
    expect(errorMessage(error)).toBe(thrown.message);
  }
});

test('the message of the backend is shown', () => {
  expect(errorMessage(new Error('Invalid login credentials'))).toBe('Invalid login credentials');
  expect(errorMessage({ code: '23514', message: 'Unknown tier' })).toBe('Unknown tier');
});

test('an error without a message is shown with a general message', () => {
  expect(errorMessage(undefined)).toBe('An unexpected error occurred.');
  expect(errorMessage({ message: '' })).toBe('An unexpected error occurred.');
});

test('the message {} of an unreadable response is never shown', () => {
  expect(errorMessage(new Error('{}'))).toBe('An unexpected error occurred.');
});

test('an ended session has the same message for all services', () => {
  for (const error of [
    { code: 'PGRST303', message: 'JWT session has ended' },
    Object.assign(new Error('Auth session missing!'), { name: 'AuthSessionMissingError' }),
  ]) {
    expect(errorMessage(error)).toBe("You've been logged out. Please log in again.");
  }
});
