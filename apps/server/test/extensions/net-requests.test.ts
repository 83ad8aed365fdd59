import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  queryAs,
  startTarget,
  waitFor,
  waitForResponse,
  type Target,
} from './extension-fixtures.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: TestServer;
let target: Target;
const received: Received[] = [];

beforeAll(async () => {
  target = await startTarget((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      if (url.startsWith('/moved')) {
        response.writeHead(302, { Location: '/elsewhere' }).end();
        return;
      }
      response.writeHead(201, { 'Content-Type': 'text/plain', 'X-Own': 'yes' }).end('received');
    });
  });
  server = await startTestServer({ environment: { NET_ALLOW_HOSTS: target.host } });
});
afterAll(async () => {
  await server.stop();
  target.close();
});

async function send(call: string): Promise<string> {
  const [row] = await queryAs<{ id: string }>(server.sql, 'postgres', `select ${call} as id`);
  return row?.id ?? '';
}

const requestTo = (path: string): Promise<Received> =>
  waitFor(() => received.find(({ url }) => url.startsWith(path)));

test('a POST has its body as JSON, its headers and its encoded parameters', async () => {
  const id = await send(`net.http_post(
    '${target.url}/post?first=1#part',
    '{"amount": "1.00"}',
    '{"a b": "c&d=é/~", "n": null, "k": 2}',
    '{"X-Own": "header"}'
  )`);
  expect(await waitForResponse(server.sql, id)).toMatchObject({
    status_code: 201,
    content_type: 'text/plain',
    content: 'received',
    timed_out: false,
    error_msg: null,
    headers: expect.objectContaining({ 'Content-Type': 'text/plain', 'X-Own': 'yes' }) as unknown,
  });
  const request = await requestTo('/post');
  expect(request).toMatchObject({
    method: 'POST',
    url: '/post?first=1&k=2&a%20b=c%26d%3D%C3%A9%2F~',
    body: '{"amount": "1.00"}',
    headers: expect.objectContaining({
      'content-type': 'application/json',
      'x-own': 'header',
    }) as unknown,
  });
});

test('the defaults of each function are those of pg_net', async () => {
  await waitForResponse(server.sql, await send(`net.http_post('${target.url}/default-post')`));
  expect(await requestTo('/default-post')).toMatchObject({
    method: 'POST',
    body: '{}',
    headers: expect.objectContaining({ 'content-type': 'application/json' }) as unknown,
  });
  await waitForResponse(
    server.sql,
    await send(`net.http_get('${target.url}/default-get', params => '{"q": "1"}')`),
  );
  expect(await requestTo('/default-get')).toMatchObject({
    method: 'GET',
    url: '/default-get?q=1',
    body: '',
  });
  await waitForResponse(
    server.sql,
    await send(`net.http_delete('${target.url}/delete', body => '{"id": 7}')`),
  );
  expect(await requestTo('/delete')).toMatchObject({ method: 'DELETE', body: '{"id": 7}' });
  const defaults = await server.sql<{ call: string }[]>`
    select proname || '(' || pg_get_function_arguments(oid) || ')' as call
    from pg_proc where pronamespace = 'net'::regnamespace and proname like 'http%' order by proname`;
  expect(defaults.map(({ call }) => call)).toEqual([
    `http_delete(url text, params jsonb DEFAULT '{}'::jsonb, headers jsonb DEFAULT '{}'::jsonb, timeout_milliseconds integer DEFAULT 5000, body jsonb DEFAULT NULL::jsonb)`,
    `http_get(url text, params jsonb DEFAULT '{}'::jsonb, headers jsonb DEFAULT '{}'::jsonb, timeout_milliseconds integer DEFAULT 5000)`,
    `http_post(url text, body jsonb DEFAULT '{}'::jsonb, params jsonb DEFAULT '{}'::jsonb, headers jsonb DEFAULT '{"Content-Type": "application/json"}'::jsonb, timeout_milliseconds integer DEFAULT 5000)`,
  ]);
});

test('a content type other than JSON is an error', async () => {
  await expect(
    send(`net.http_post('${target.url}/text', headers => '{"content-type": "text/plain"}')`),
  ).rejects.toThrow('Content-Type header must be "application/json"');
});

test('a request of a transaction that rolls back is not sent', async () => {
  await server.sql
    .begin(async (transaction) => {
      await transaction`select net.http_get(${`${target.url}/rolled-back`})`;
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await waitForResponse(server.sql, await send(`net.http_get('${target.url}/after-rollback')`));
  expect(received.map(({ url }) => url)).not.toContain('/rolled-back');
});

test('a request starts after the commit of its transaction, not before', async () => {
  const committed = await server.sql.begin(async (transaction) => {
    const [row] = await transaction<{ id: string }[]>`
      select net.http_get(${`${target.url}/uncommitted`}) as id`;
    // Another transaction commits a request meanwhile, so the queue is read.
    await waitForResponse(server.sql, await send(`net.http_get('${target.url}/meanwhile')`));
    expect(received.map(({ url }) => url)).not.toContain('/uncommitted');
    return row?.id ?? '';
  });
  expect(await waitForResponse(server.sql, committed)).toMatchObject({ status_code: 201 });
});

test('redirects are not followed', async () => {
  const id = await send(`net.http_get('${target.url}/moved')`);
  expect(await waitForResponse(server.sql, id)).toMatchObject({ status_code: 302 });
  expect(received.map(({ url }) => url)).not.toContain('/elsewhere');
});

test('the URL of the functions reaches this server, and no other path of it', async () => {
  const [row] = await queryAs<{ url: string }>(
    server.sql,
    'postgres',
    'select backend_net.functions_url() as url',
  );
  expect(row?.url).toMatch(/^http:\/\/localhost:\d+\/functions\/v1$/);
  const called = await send(`net.http_post(backend_net.functions_url() || '/no-such-function')`);
  expect(await waitForResponse(server.sql, called)).toMatchObject({ status_code: 404 });
  for (const url of [
    `backend_net.functions_url() || '/../../rest/v1/'`,
    `backend_net.functions_url() || '/%2e%2e/%2e%2e/rest/v1/'`,
    `'${server.url}/rest/v1/'`,
    `'${server.url}/functions/v1/no-such-function'`,
  ]) {
    const id = await send(`net.http_get(${url})`);
    expect(await waitForResponse(server.sql, id)).toMatchObject({
      status_code: null,
      error_msg: expect.stringMatching(/is not a public host/) as unknown,
    });
  }
});

test.each([
  ['http://127.0.0.1:1/', 'is not a public host'],
  ['http://[::1]:1/', 'is not a public host'],
  ['http://[::ffff:127.0.0.1]:1/', 'is not a public host'],
  ['http://2130706433/', 'is not a public host'],
  ['http://169.254.169.254/latest/meta-data', 'is not a public host'],
  ['https://10.0.0.1/', 'is not a public host'],
  ['http://localhost:1/', 'is not a public host'],
  ['ftp://example.com/', 'does not begin with https:// or http://'],
  ['no url', 'Invalid URL'],
  ['', 'Invalid URL'],
])('a request to %s is refused', async (url, reason) => {
  const id = await send(`net.http_get('${url}')`);
  expect(await waitForResponse(server.sql, id)).toMatchObject({
    status_code: null,
    timed_out: false,
    error_msg: expect.stringContaining(reason) as unknown,
  });
});

test('a header that would change the request is an error or is not sent', async () => {
  const split = await send(
    `net.http_get('${target.url}/split', headers => '{"X-A": "b\\r\\nX-C: d"}')`,
  );
  expect(await waitForResponse(server.sql, split)).toMatchObject({
    status_code: null,
    error_msg: expect.stringMatching(/Invalid character in header/) as unknown,
  });
  const id = await send(
    `net.http_post('${target.url}/lengths', headers => '{"Content-Length": "0", "Transfer-Encoding": "chunked"}')`,
  );
  expect(await waitForResponse(server.sql, id)).toMatchObject({ status_code: 201 });
  const { headers, body } = await requestTo('/lengths');
  expect(body).toBe('{}');
  expect(headers['transfer-encoding']).toBeUndefined();
});
