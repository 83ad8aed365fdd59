import { GoTrueClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { expect, test } from 'vitest';
import { readBackendError } from './backend-error.ts';
import { errorMessage } from './error-message.ts';
import { normalizeErrorResponse } from './normalize-error-response.ts';

const PAGE = '<html><head><title>Bad Gateway</title></head><body><hr>nginx</body></html>';
const UNAVAILABLE = "BeaconPay isn't available right now. Please try again in a moment.";

interface ErrorResponse {
  status: number;
  body: unknown;
  retryAfter?: string;
}

/** The messages on screen if the data API and the log-in receive the error response. */
async function textsOf({ status, body, retryAfter }: ErrorResponse): Promise<[string, string]> {
  async function respond() {
    const response = new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: {
        'X-Supabase-Api-Version': '2024-01-01',
        ...(retryAfter === undefined ? {} : { 'Retry-After': retryAfter }),
      },
    });
    return normalizeErrorResponse(response, await response.arrayBuffer());
  }
  const rest = new PostgrestClient('http://backend.test', { fetch: respond, retry: false });
  const auth = new GoTrueClient({
    url: 'http://backend.test',
    fetch: respond,
    storageKey: crypto.randomUUID(),
    persistSession: false,
    autoRefreshToken: false,
  });
  const inserted = await rest.from('orders').insert({});
  const loggedIn = await auth.signInWithPassword({ email: 'ada@example.com', password: 'secret' });
  await auth.dispose();
  return [errorMessage(inserted.error), errorMessage(loggedIn.error)];
}

test('an error page of a proxy is shown as a sentence for its status', async () => {
  expect(await textsOf({ status: 502, body: PAGE })).toEqual([UNAVAILABLE, UNAVAILABLE]);
  expect(await textsOf({ status: 413, body: PAGE })).toEqual([
    'This is too large to send.',
    'This is too large to send.',
  ]);
  expect(await textsOf({ status: 403, body: PAGE })).toEqual([
    'An unexpected error occurred.',
    'An unexpected error occurred.',
  ]);
});

test('the message of an overloaded service is shown', async () => {
  const busy = 'Too many sign-ins at once; try again shortly';
  expect(await textsOf({ status: 503, body: { message: busy }, retryAfter: '1' })).toEqual([
    busy,
    busy,
  ]);
});

test('the message for a rate limit contains the time from the Retry-After header', async () => {
  const body = { code: 'over_request_rate_limit', message: 'Request rate limit reached' };
  const sentence = (wait: string) => `Too many attempts. Please try again in ${wait}.`;
  expect(await textsOf({ status: 429, body, retryAfter: '1' })).toEqual([
    sentence('1 second'),
    sentence('1 second'),
  ]);
  expect(await textsOf({ status: 429, body, retryAfter: '130' })).toEqual([
    sentence('3 minutes'),
    sentence('3 minutes'),
  ]);
  expect(await textsOf({ status: 429, body: PAGE, retryAfter: '40' })).toEqual([
    'Too many requests. Please try again in 40 seconds.',
    'Too many requests. Please try again in 40 seconds.',
  ]);
});

test('an error code with a sentence is shown as this sentence instead of the message of the backend', async () => {
  const body = { code: 'insufficient_aal', message: 'AAL2 session is required to update email' };
  expect(await textsOf({ status: 401, body })).toEqual([
    'Complete two-step verification first.',
    'Complete two-step verification first.',
  ]);
  const message = 'For security purposes, you can only request this after 54 seconds.';
  const limited = { code: 'over_email_send_rate_limit', message };
  const [, shown] = await textsOf({ status: 429, body: limited, retryAfter: '54' });
  expect(shown).toBe('Please wait 54 seconds before asking for another email.');
});

test('an error without a sentence is shown as the message of the backend', async () => {
  const body = { code: '23514', message: 'Unknown tier' };
  expect(await textsOf({ status: 400, body })).toEqual(['Unknown tier', 'Unknown tier']);
  expect(await textsOf({ status: 429, body, retryAfter: 'Sun, 22 Nov 2026 20:00:00 GMT' })).toEqual(
    ['Unknown tier', 'Unknown tier'],
  );
});

test('an error of a product rule is shown as the sentence for its key and values', async () => {
  const body = {
    code: '23514',
    message: 'the message of the database',
    hint: 'payment.pending_limit',
    details: '{"limit" : 3}',
  };
  const sentence =
    'You have 3 orders and recharges awaiting review. Please wait until one has been reviewed.';
  expect(await textsOf({ status: 400, body })).toEqual([sentence, sentence]);
});

test('an error for an offset beyond the end of a list has the total row count as a value', async () => {
  const body = JSON.stringify({
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details: 'An offset of 40 was requested, but there are only 34 rows.',
    hint: null,
  });
  const response = new Response(body, { status: 416, headers: { 'Content-Range': '*/34' } });
  const normalized = normalizeErrorResponse(response, await response.arrayBuffer());
  expect(readBackendError(await normalized.json())).toMatchObject({
    key: 'PGRST103',
    values: { total: 34 },
  });
});
