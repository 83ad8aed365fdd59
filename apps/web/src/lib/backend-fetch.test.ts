import { afterEach, expect, test, vi } from 'vitest';
import { UnreachableError } from './backend-error.ts';
import { createBackendFetch } from './backend-fetch.ts';
import { createConnection } from './connection.ts';

const ADDRESS = 'http://backend.test/';
const TEXT = "We couldn't reach BeaconPay. Please check your connection and try again.";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A backend that accepts every request and never responds. */
function neverRespond(): void {
  vi.stubGlobal(
    'fetch',
    (_input: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
}

test('a request without a response rejects with an UnreachableError', async () => {
  neverRespond();
  await expect(createBackendFetch(20)(ADDRESS)).rejects.toBeInstanceOf(UnreachableError);
});

test('an incomplete response rejects with an UnreachableError', async () => {
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

test('a request without a network connection rejects with the message of the app, not of the browser', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(createBackendFetch()(ADDRESS)).rejects.toThrow(TEXT);
});

test('an aborted request rejects with an AbortError, not with an UnreachableError', async () => {
  neverRespond();
  const controller = new AbortController();
  const response = createBackendFetch()(ADDRESS, { signal: controller.signal });
  controller.abort();
  await expect(response).rejects.toMatchObject({ name: 'AbortError' });
});

test('a response keeps its status, headers and body, and may have no body', async () => {
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

test('a request that started before the network returned does not set the offline state when it fails', async () => {
  const rejections: ((cause: Error) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise((_resolve, reject) => rejections.push(reject)));
  const connection = createConnection();
  const unsubscribe = connection.subscribe(() => undefined);

  const early = createBackendFetch()(ADDRESS);
  window.dispatchEvent(new Event('online'));
  rejections.pop()?.(new TypeError('Failed to fetch'));
  await expect(early).rejects.toBeInstanceOf(UnreachableError);
  expect(connection.isOffline()).toBe(false);

  const late = createBackendFetch()(ADDRESS);
  rejections.pop()?.(new TypeError('Failed to fetch'));
  await expect(late).rejects.toBeInstanceOf(UnreachableError);
  expect(connection.isOffline()).toBe(true);
  unsubscribe();
});

test('bidirectional control characters are removed from JSON responses', async () => {
  const json = { 'Content-Type': 'application/json; charset=utf-8' };
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('{"reference":"FT-\u202e001\u2069"}', { headers: json })),
  );
  const response = await createBackendFetch()(ADDRESS);
  expect(await response.json()).toEqual({ reference: 'FT-001' });
});
