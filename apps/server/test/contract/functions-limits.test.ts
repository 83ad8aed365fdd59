/** @covers security.records.8 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { listenLocally } from '../support/local-http.ts';
import { signUp } from './auth-fixtures.ts';
import { denoProcessesOf, startFunctionsServer } from './functions-fixtures.ts';

let server: TestServer;
let authorization: string;

/** A server of a group of tests. */
function useServer(environment: Readonly<Record<string, string>>): void {
  beforeAll(async () => {
    server = await startFunctionsServer(environment);
    authorization = `Bearer ${(await signUp(server)).session.access_token}`;
  });
  afterAll(() => server.stop());
}

function call(path: string, init: RequestInit = {}) {
  return fetch(`${server.url}/functions/v1/${path}`, {
    ...init,
    headers: { Authorization: authorization },
  });
}

async function failureOf(path: string, method = 'POST') {
  const answer = await call(path, { method });
  return {
    status: answer.status,
    code: answer.headers.get('sb-error-code'),
    isRelayError: answer.headers.get('x-relay-error') === 'true',
    body: await answer.json(),
  };
}

const WORKER_ERROR = {
  status: 500,
  code: 'WORKER_ERROR',
  isRelayError: false,
  body: { code: 'WORKER_ERROR' },
};
const RESOURCE_LIMIT = {
  status: 546,
  code: 'WORKER_RESOURCE_LIMIT',
  isRelayError: true,
  body: { code: 'WORKER_RESOURCE_LIMIT' },
};

describe('A function that', () => {
  // A timeout for a busy machine.
  useServer({
    FUNCTIONS_MEMORY_MB: '96',
    FUNCTIONS_CPU_MS: '1000',
    FUNCTIONS_SECRET_GREETING: 'hello',
  });

  /** @covers 7.functions.4 */
  test('throws is 500 WORKER_ERROR without the cause', async () => {
    expect(await failureOf('throws')).toEqual(WORKER_ERROR);
  });

  test.each(['broken', 'imports-remote'])('does not start is 503 BOOT_ERROR: %s', async (name) => {
    expect(await failureOf(name)).toEqual({
      status: 503,
      code: 'BOOT_ERROR',
      isRelayError: true,
      body: { code: 'BOOT_ERROR', message: 'Function failed to start (please check logs)' },
    });
  });

  test.each(['spins', 'eats-heap', 'eats-buffers', 'logs-forever'])(
    'exceeds a limit is stopped with 546, and restarted for the next call: %s',
    async (name) => {
      expect(await failureOf(name)).toEqual(RESOURCE_LIMIT);
      expect(await (await call(name)).text()).toBe('well');
    },
  );

  test.each(['rejects-later', 'closes'])(
    'fails outside of a request is 500 WORKER_ERROR or closes the connection, and is restarted for the next call: %s',
    async (name) => {
      if (name === 'closes') await call(name, { method: 'POST' }).then((answer) => answer.text());
      else expect(await failureOf(name)).toEqual(WORKER_ERROR);
      await expect.poll(() => call(name).then((answer) => answer.text())).toBe('well');
    },
  );

  /** @covers 7.functions.6 */
  test('writes forever is read only as fast as its client reads, and stops when the client disconnects', async () => {
    const before = process.memoryUsage().rss;
    const gone = new AbortController();
    const answer = await call('writes-forever', { signal: gone.signal });
    const reader = answer.body?.getReader();
    for (let chunks = 0; chunks < 100; chunks += 1) await reader?.read();
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
    gone.abort();
    expect((await call('fetches')).status).toBe(200);
  });

  /** @covers 7.functions.3 */
  test('reads a file of any kind gets an error', async () => {
    for (const path of ['/etc/passwd', '/proc/self/environ', '/tmp', import.meta.filename]) {
      const answer = await call(`reaches-file?path=${encodeURIComponent(path)}`);
      expect(await answer.json()).toEqual(Array.from({ length: 5 }, () => 'rejected'));
    }
  });

  /** @covers 7.functions.3 */
  test('reads the environment gets its own variables only', async () => {
    const ask = async (name: string) => {
      const answer = await call(`reaches-env?name=${name}`);
      return { status: answer.status, text: await answer.text() };
    };
    expect(await ask('GREETING')).toEqual({ status: 200, text: 'hello' });
    expect(await ask('SUPABASE_ANON_KEY')).toEqual({ status: 200, text: server.publishableKey });
    expect(await ask('SUPABASE_SERVICE_ROLE_KEY')).toEqual({ status: 200, text: server.secretKey });
    for (const name of ['PATH', 'HOME', 'DATABASE_URL', 'DENO_DIR', 'NO_COLOR', 'UNSET']) {
      expect(await ask(name)).toEqual({ status: 200, text: 'none' });
    }
  });

  /** @covers 7.functions.3 */
  test('runs a program, loads a library, signals a process or requests a permission gets an error', async () => {
    const answer = await call('runs-program');
    expect(await answer.json()).toEqual(Array.from({ length: 6 }, () => 'rejected'));
  });

  /** @covers 7.functions.3 */
  test('reaches the backend, and gets an error for a host that is not allowed', async () => {
    const requestedUrls: string[] = [];
    const other = await listenLocally((request, response) => {
      requestedUrls.push(request.url ?? '');
      response.end('reached');
    });
    const url = `${other.url}/`;
    const answer = await call('reaches-host', { method: 'POST', body: JSON.stringify({ url }) });
    expect(answer.status).toBe(500);
    expect(requestedUrls).toEqual([]);
    expect(await (await call('fetches')).text()).toBe('200');
    await other.close();
  });
});

describe('A function with an idle timeout', () => {
  useServer({ FUNCTIONS_IDLE_TIMEOUT_S: '4' });

  /** @covers 7.functions.4 */
  test('is 504 IDLE_TIMEOUT when it does not respond', async () => {
    expect(await failureOf('hangs')).toEqual({
      status: 504,
      code: 'IDLE_TIMEOUT',
      isRelayError: true,
      body: { code: 'IDLE_TIMEOUT' },
    });
  });

  /** @covers 7.functions.6 */
  test('is stopped when it is not called for that time, and started again by the next call', async () => {
    expect((await call('fetches')).status).toBe(200);
    await expect.poll(() => denoProcessesOf(process.pid), { timeout: 30_000 }).toEqual([]);
    expect((await call('fetches')).status).toBe(200);
  });
});
