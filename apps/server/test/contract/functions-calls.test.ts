import { once } from 'node:events';
import { connect } from 'node:net';
import { FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { createBrowser, signUp, type Person } from './auth-fixtures.ts';
import { startFunctionsServer } from './functions-fixtures.ts';

const JWT_SECRET = 'an older project has a secret of this length';

let server: TestServer;
let person: Person;
let authorization: string;

beforeAll(async () => {
  server = await startFunctionsServer({ JWT_SECRET });
  person = await signUp(server);
  authorization = `Bearer ${person.session.access_token}`;
});
afterAll(() => server.stop());

function call(path: string, init: RequestInit = {}, headers: Record<string, string> = {}) {
  return fetch(`${server.url}/functions/v1/${path}`, {
    ...init,
    headers: { Authorization: authorization, ...headers },
  });
}

function signLegacyKey(role: string): Promise<string> {
  return new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(JWT_SECRET));
}

interface Echo {
  readonly method: string;
  readonly pathname: string;
  readonly search: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** The response to a request with a method that `fetch` does not send. */
function sendRaw(method: string, path: string): Promise<string> {
  const { port, hostname } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.once('end', () => resolve(answer));
    socket.once('error', reject);
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  });
}

describe('A call of a function', () => {
  test('receives a response that is sent before the body is read', async () => {
    const body = 'x'.repeat(500_000);
    for (let round = 0; round < 20; round += 1) {
      const answer = await call('who', { method: 'POST', body });
      expect(answer.status).toBe(200);
      await answer.text();
    }
  });

  /** @covers 7.functions.1 */
  test('reaches the handler with method, headers, query, body and the rest of the path', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await call(
        'echo/a%2Fb/c?q=1&q=2',
        { method, body: 'héllo' },
        { 'X-Mine': 'yes' },
      );
      const echo = (await answer.json()) as Echo;
      expect(echo).toMatchObject({
        method,
        pathname: '/echo/a%2Fb/c',
        search: '?q=1&q=2',
        body: 'héllo',
        headers: { 'x-mine': 'yes', authorization },
      });
    }
    const echo = (await (await call('echo')).json()) as Echo;
    expect(echo).toMatchObject({ method: 'GET', pathname: '/echo', search: '', body: '' });
  });

  test('has one id in the response and in the log', async () => {
    const answer = await call('echo', {}, { 'X-Request-Id': 'request-4711' });
    expect(answer.headers.get('x-request-id')).toBe('request-4711');
    expect(((await answer.json()) as Echo).headers['x-request-id']).toBe('request-4711');
  });

  test('gets the status, headers and body of the handler, for every kind of export', async () => {
    const answer = await fetch(`${server.url}/functions/v1/open`);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-own')).toBe('yes');
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(await answer.text()).toBe('hello GET');
  });

  /** @covers 7.functions.1 */
  test('by functions-js returns the response of the handler', async () => {
    const { data }: { data: Echo | null } = await person.browser.functions.invoke<Echo>('echo', {
      body: { type: 'card_order' },
    });
    expect(JSON.parse(data?.body ?? '')).toEqual({ type: 'card_order' });
  });

  /** @covers 7.functions.1 */
  test('streams both bodies: a first part gets its response before the rest is sent', async () => {
    const sent = new TransformStream<Uint8Array, Uint8Array>();
    const writer = sent.writable.getWriter();
    const encoder = new TextEncoder();
    const answering = call('stream', {
      method: 'POST',
      body: sent.readable,
      duplex: 'half',
    });
    await writer.write(encoder.encode('first '));
    const answer = await answering;
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await reader?.read()).toMatchObject({ value: 'FIRST ' });
    await writer.write(encoder.encode('second'));
    expect(await reader?.read()).toMatchObject({ value: 'SECOND' });
    await writer.close();
    expect(await reader?.read()).toMatchObject({ done: true });
  });

  test('runs concurrently: five calls that wait for each other get responses', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('slow')));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts).toEqual(['5', '5', '5', '5', '5']);
  });

  /** @covers 7.functions.5 */
  test('from another origin needs no token for its preflight, and the handler responds to it', async () => {
    const answer = await fetch(`${server.url}/functions/v1/open`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(await answer.text()).toBe('hello OPTIONS');
    const guarded = await fetch(`${server.url}/functions/v1/echo`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(((await guarded.json()) as Echo).method).toBe('OPTIONS');
  });

  /** @covers 7.functions.2 */
  test('acts in the handler as the caller and sees only the rows of the caller', async () => {
    await signUp(server);
    const answer = await call('who');
    expect(await answer.json()).toEqual({ ids: [person.userId] });
  });

  /** @covers 7.functions.1 */
  test('with another method is 405', async () => {
    expect(await sendRaw('HEAD', '/functions/v1/open')).toMatch(/^HTTP\/1.1 405 /);
    expect(await sendRaw('PROPFIND', '/functions/v1/open')).toMatch(/^HTTP\/1.1 405 /);
  });

  test('with a Content-Length beyond the limit is 413', async () => {
    const body = Buffer.alloc(10_485_761);
    expect((await call('echo', { method: 'POST', body })).status).toBe(413);
  });

  /** @covers 7.functions.6 */
  test('with a chunked body beyond the limit is 413', async () => {
    let chunks = 0;
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(1_048_576));
        chunks += 1;
        if (chunks === 11) controller.close();
      },
    });
    const streamed = await call('echo', {
      method: 'POST',
      body: stream,
      duplex: 'half',
    });
    expect(streamed.status).toBe(413);
  });
});

describe('A call of a function is', () => {
  async function refusalOf(headers: Record<string, string>) {
    const answer = await fetch(`${server.url}/functions/v1/echo`, { headers });
    return {
      status: answer.status,
      code: answer.headers.get('sb-error-code'),
      body: await answer.json(),
    };
  }
  const missing = {
    status: 401,
    code: 'UNAUTHORIZED_NO_AUTH_HEADER',
    body: { code: 'UNAUTHORIZED_NO_AUTH_HEADER', message: 'Missing authorization header' },
  };
  const invalid = {
    status: 401,
    code: 'UNAUTHORIZED_INVALID_JWT_FORMAT',
    body: { code: 'UNAUTHORIZED_INVALID_JWT_FORMAT', message: 'Invalid JWT' },
  };

  /** @covers 7.functions.2 */
  test('refused without a token; an API key alone is not enough', async () => {
    expect(await refusalOf({})).toEqual(missing);
    expect(await refusalOf({ apikey: server.publishableKey })).toEqual(missing);
    expect(await refusalOf({ apikey: server.secretKey })).toEqual(missing);
    expect(await refusalOf({ Authorization: `Bearer ${server.publishableKey}` })).toEqual(invalid);
  });

  /** @covers 7.functions.2 */
  test('refused with a token that is malformed, expired, or signed by another key', async () => {
    const forged = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('another secret of sufficient length!'));
    const expired = await new SignJWT({ role: 'anon', exp: 1_000_000 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(JWT_SECRET));
    for (const token of ['nonsense', 'a.b.c', forged, expired]) {
      expect(await refusalOf({ Authorization: `Bearer ${token}` })).toEqual(invalid);
    }
    expect(await refusalOf({ Authorization: 'Basic YTpi' })).toEqual(invalid);
  });

  /** @covers 7.functions.2 */
  test('accepted with an access token or a legacy key', async () => {
    const legacy = await signLegacyKey('anon');
    expect((await call('echo')).status).toBe(200);
    expect((await call('echo', {}, { Authorization: `Bearer ${legacy}` })).status).toBe(200);
  });

  /** @covers 7.functions.2 */
  test('accepted without a token where config.toml allows it', async () => {
    expect((await fetch(`${server.url}/functions/v1/open`)).status).toBe(201);
  });
});

describe('The first caller of a function', () => {
  /** @covers security.limits.7 */
  test('who disconnects before the function starts does not affect other callers', async () => {
    const own = await startFunctionsServer({ JWT_SECRET });
    const { port, hostname } = new URL(own.url);
    const token = await signLegacyKey('anon');
    const headers = `Host: x\r\nAuthorization: Bearer ${token}\r\n`;
    const gone = connect(Number(port), hostname);
    await once(gone, 'connect');
    gone.end(`GET /functions/v1/fetches HTTP/1.1\r\n${headers}\r\n`);
    await once(gone, 'close');
    const answer = await fetch(`${own.url}/functions/v1/fetches`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 200,
      text: '200',
    });
    await own.stop();
  });
});

describe('A function that does not exist', () => {
  test.each([
    'nothing',
    '_shared',
    'switched-off',
    '..%2Fopen',
    'open%00',
    '',
    'a'.repeat(1000),
    'constructor',
  ])('is 404 as on a hosted project: %s', async (name) => {
    const answer = await sendRaw('GET', `/functions/v1/${name}`);
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
    expect(answer.toLowerCase()).toContain('sb-error-code: not_found');
    expect(answer).toContain('{"code":"NOT_FOUND","message":"Requested function was not found"}');
  });

  /** @covers 7.functions.4 */
  test('is a FunctionsRelayError in functions-js, and a handler that throws is a FunctionsHttpError', async () => {
    const missing: { error: unknown } = await person.browser.functions.invoke('nothing');
    expect(missing.error).toBeInstanceOf(FunctionsRelayError);
    const thrown: { error: unknown } = await person.browser.functions.invoke('throws');
    expect(thrown.error).toBeInstanceOf(FunctionsHttpError);
    const stranger: { error: unknown } = await createBrowser(server).functions.invoke('echo');
    expect(stranger.error).toBeInstanceOf(FunctionsRelayError);
  });
});
