import { afterEach, expect, test, vi } from 'vitest';
import { createBackendFetch } from './backend-fetch.ts';
import { createConnection } from './connection.ts';
import { errorMessage } from './error-message.ts';
import { UnreachableError } from './unreachable-error.ts';

const ADDRESS = 'http://backend.test/';
const TEXT = "We couldn't reach BeaconPay. Please check your connection and try again.";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A backend that accepts every request and never answers. */
function neverAnswer(): void {
  vi.stubGlobal(
    'fetch',
    (_input: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
}

test('a request nobody answers ends with an UnreachableError', async () => {
  neverAnswer();
  await expect(createBackendFetch(20)(ADDRESS)).rejects.toBeInstanceOf(UnreachableError);
});

test('an answer that stops halfway ends with an UnreachableError', async () => {
  vi.stubGlobal('fetch', (_input: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"half":'));
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  });
  await expect(createBackendFetch(20)(ADDRESS)).rejects.toBeInstanceOf(UnreachableError);
});

test('a missing network is told in our words, not in the browser’s', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(createBackendFetch()(ADDRESS)).rejects.toThrow(TEXT);
});

test('who aborts a request gets the abortion and not an UnreachableError', async () => {
  neverAnswer();
  const controller = new AbortController();
  const answer = createBackendFetch()(ADDRESS, { signal: controller.signal });
  controller.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});

test('an answer keeps its status, its headers and its body, also where it may have none', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ code: '23514' }, { status: 400, headers: { 'X-Id': '7' } })),
  );
  const refused = await createBackendFetch()(ADDRESS);
  expect(refused.status).toBe(400);
  expect(refused.headers.get('x-id')).toBe('7');
  expect(await refused.json()).toEqual({ code: '23514' });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })));
  expect((await createBackendFetch()(ADDRESS)).status).toBe(204);
});

test('whatever the clients of the backend make of it, a person reads one sentence', async () => {
  const thrown = new UnreachableError();
  const { FunctionsFetchError } = await import('@supabase/functions-js');
  const { AuthRetryableFetchError } = await import('@supabase/auth-js');
  for (const error of [
    thrown,
    { message: `UnreachableError: ${thrown.message}`, code: '', details: '', hint: '' },
    new AuthRetryableFetchError(thrown.message, 0),
    new FunctionsFetchError(thrown),
  ]) {
    expect(errorMessage(error)).toBe(TEXT);
  }
});

test('a request from before the network came back says nothing about the network now', async () => {
  const refusals: ((cause: Error) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise((_resolve, reject) => refusals.push(reject)));
  const connection = createConnection();
  const unsubscribe = connection.subscribe(() => undefined);

  const early = createBackendFetch()(ADDRESS);
  window.dispatchEvent(new Event('online'));
  refusals.pop()?.(new TypeError('Failed to fetch'));
  await expect(early).rejects.toBeInstanceOf(UnreachableError);
  expect(connection.isOffline()).toBe(false);

  const late = createBackendFetch()(ADDRESS);
  refusals.pop()?.(new TypeError('Failed to fetch'));
  await expect(late).rejects.toBeInstanceOf(UnreachableError);
  expect(connection.isOffline()).toBe(true);
  unsubscribe();
});
