import { GoTrueClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { expect, test } from 'vitest';
import { errorMessage } from './error-message.ts';
import { normalizeErrorResponse } from './normalize-error-response.ts';

const PAGE = '<html><head><title>Bad Gateway</title></head><body><hr>nginx</body></html>';
const UNAVAILABLE = "BeaconPay isn't available right now. Please try again in a moment.";

interface Refusal {
  status: number;
  body: unknown;
  retryAfter?: string;
}

/** What people read of a refusal: of one of the data API, and of one of a log-in. */
async function wordsOf({ status, body, retryAfter }: Refusal): Promise<[string, string]> {
  async function refuse() {
    const answer = new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: {
        'X-Supabase-Api-Version': '2024-01-01',
        ...(retryAfter === undefined ? {} : { 'Retry-After': retryAfter }),
      },
    });
    return normalizeErrorResponse(answer, await answer.arrayBuffer());
  }
  const rest = new PostgrestClient('http://backend.test', { fetch: refuse, retry: false });
  const auth = new GoTrueClient({
    url: 'http://backend.test',
    fetch: refuse,
    storageKey: crypto.randomUUID(),
    persistSession: false,
    autoRefreshToken: false,
  });
  const inserted = await rest.from('orders').insert({});
  const loggedIn = await auth.signInWithPassword({ email: 'ada@example.com', password: 'secret' });
  await auth.dispose();
  return [errorMessage(inserted.error), errorMessage(loggedIn.error)];
}

test('a proxy’s page is never shown: a sentence says what it stands for', async () => {
  expect(await wordsOf({ status: 502, body: PAGE })).toEqual([UNAVAILABLE, UNAVAILABLE]);
  expect(await wordsOf({ status: 413, body: PAGE })).toEqual([
    'This is too large to send.',
    'This is too large to send.',
  ]);
  expect(await wordsOf({ status: 403, body: PAGE })).toEqual([
    'An unexpected error occurred.',
    'An unexpected error occurred.',
  ]);
});

test('an overloaded service’s own words are shown', async () => {
  const busy = 'Too many sign-ins at once; try again shortly';
  expect(await wordsOf({ status: 503, body: { message: busy }, retryAfter: '1' })).toEqual([
    busy,
    busy,
  ]);
});

test('who is refused for a while reads for how long', async () => {
  const body = { code: 'over_request_rate_limit', message: 'Request rate limit reached' };
  const told = (wait: string) => `Too many attempts. Please try again in ${wait}.`;
  expect(await wordsOf({ status: 429, body, retryAfter: '1' })).toEqual([
    told('1 second'),
    told('1 second'),
  ]);
  expect(await wordsOf({ status: 429, body, retryAfter: '130' })).toEqual([
    told('3 minutes'),
    told('3 minutes'),
  ]);
  expect(await wordsOf({ status: 429, body: PAGE, retryAfter: '40' })).toEqual([
    'Too many requests. Please try again in 40 seconds.',
    'Too many requests. Please try again in 40 seconds.',
  ]);
});

test('a code with a sentence for people is shown as that sentence, not as the message', async () => {
  const body = { code: 'insufficient_aal', message: 'AAL2 session is required to update email' };
  expect(await wordsOf({ status: 401, body })).toEqual([
    'Complete two-step verification first.',
    'Complete two-step verification first.',
  ]);
  const message = 'For security purposes, you can only request this after 54 seconds.';
  const limited = { code: 'over_email_send_rate_limit', message };
  const [, shown] = await wordsOf({ status: 429, body: limited });
  expect(shown).toBe('Please wait 54 seconds before asking for another email.');
});

test('what is known to be wrong is told in the backend’s words alone', async () => {
  const body = { code: '23514', message: 'Unknown tier' };
  expect(await wordsOf({ status: 400, body })).toEqual(['Unknown tier', 'Unknown tier']);
  expect(await wordsOf({ status: 429, body, retryAfter: 'Sun, 22 Nov 2026 20:00:00 GMT' })).toEqual(
    ['Unknown tier', 'Unknown tier'],
  );
});
