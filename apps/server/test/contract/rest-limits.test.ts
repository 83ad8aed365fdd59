/** @covers security.limits.8 */
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { ask, type RawRequest } from './rest-fixtures.ts';

const SECRET = 'a secret of more than thirty-two characters';
/** Large enough that a caller gets the maximum concurrency. */
const POOL_SIZE = 47;
const MAX_CONCURRENT = 4;

async function startBounds(environment: Readonly<Record<string, string>> = {}) {
  const fixtures = await readFile(new URL('./rest-limits.sql', import.meta.url), 'utf8');
  return startTestServer({
    environment: {
      DB_SCHEMAS: 'bounds',
      DB_POOL_SIZE: String(POOL_SIZE),
      JWT_SECRET: SECRET,
      ...environment,
    },
    prepare: async (sql) => {
      await sql.unsafe(fixtures);
    },
  });
}

let server: TestServer;
beforeAll(async () => {
  server = await startBounds();
});
afterAll(() => server.stop());

/** The headers of a customer. */
async function customer(name: string): Promise<Record<string, string>> {
  const token = await new SignJWT({ role: 'authenticated', sub: name })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(SECRET));
  return { Authorization: `Bearer ${token}`, apikey: server.publishableKey };
}

/** Counts the running statements of the data API that contain a text. */
async function countRunning(piece: string): Promise<number> {
  const [row] = await server.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where usename = 'authenticator' and datname = current_database() and state = 'active'
      and strpos(query, ${piece}) > 0`;
  return row?.count ?? 0;
}

describe('the size of a response', () => {
  let small: TestServer;
  beforeAll(async () => {
    small = await startBounds({ DB_MAX_RESPONSE_BYTES: '250000' });
  });
  afterAll(() => small.stop());

  /** @covers security.limits.1 */
  test('is limited, without affecting other requests', async () => {
    const fits = await ask(small, '/big?limit=2');
    expect([fits.status, fits.text.length > 200_000]).toEqual([200, true]);
    const long = await ask(small, '/big?limit=3');
    expect(long).toMatchObject({
      status: 400,
      json: { code: '54000', message: 'The answer is longer than 250000 bytes' },
    });
    expect(await ask(small, '/big?limit=3', { headers: { Accept: 'text/csv' } })).toMatchObject({
      status: 400,
      json: { code: '54000' },
    });
    expect((await ask(small, '/big?limit=3', { method: 'HEAD' })).status).toBe(200);
    expect((await ask(small, '/big?limit=1')).status).toBe(200);
  });

  test('rolls back a write whose response is too large', async () => {
    const write = (id: number, length: number) =>
      ask(small, '/rpc/keep', { method: 'POST', body: JSON.stringify({ id, length }) });
    expect(await write(500, 300_000)).toMatchObject({ status: 400, json: { code: '54000' } });
    expect((await write(501, 3)).status).toBe(200);
    expect((await ask(small, '/parents?id=gte.500')).json).toEqual([{ id: 501 }]);
  });

  test('is 10 MB by default', async () => {
    expect((await ask(server, '/big')).status).toBe(200);
    const twice = await ask(server, '/big?select=*,again:body');
    expect(twice).toMatchObject({ status: 400, json: { code: '54000' } });
  });
});

describe('embedded rows', () => {
  let few: TestServer;
  beforeAll(async () => {
    // The limit is a hundred times the row limit: 2,000 rows.
    few = await startBounds({ DB_MAX_ROWS: '20' });
  });
  afterAll(() => few.stop());

  test('are not limited within one level', async () => {
    const { status, json } = await ask(few, '/parents?select=id,children(id)');
    expect(status).toBe(200);
    expect((json as { children: object[] }[])[0]?.children).toHaveLength(20);
  });

  test.each([
    '/parents?select=id,children(id,toys(id))',
    '/parents?select=id,children!inner(id,toys!inner(id))',
    '/parents?select=id,...children(id,toys(id))',
    '/parents?select=id,toys!owned(id,parents!owned(id))',
    '/children?select=id,parents(id,children(id,toys(id)))&order=parents(id)',
    '/parents?select=id,a:children(id,toys(id)),b:children(id,toys(id))&limit=3',
  ])('cannot multiply beyond the limit: %s', async (path) => {
    const answer = await ask(few, path);
    expect(answer).toMatchObject({
      status: 400,
      json: { code: '54000', message: 'Too many rows would be embedded in one answer' },
    });
  });

  test('are counted per request', async () => {
    for (let round = 0; round < 12; round += 1) {
      expect((await ask(few, '/parents?select=id,children(id)')).status).toBe(200);
    }
  });

  test('are not counted if the embed only filters', async () => {
    const answer = await ask(
      few,
      '/toys?select=id,children!inner()&children.parent_id=eq.2&limit=1',
    );
    expect(answer).toMatchObject({ status: 200, json: [{ id: expect.any(Number) as number }] });
    expect((await ask(few, '/children?select=id,toys!inner()&limit=1')).status).toBe(200);
  });
});

describe('a form', () => {
  /** @covers security.limits.2 */
  test('takes linear time for a repeated argument', async () => {
    const ask = async (times: number) => {
      const startedAtMs = performance.now();
      const answer = await fetch(`${server.url}/rest/v1/rpc/nap`, {
        method: 'POST',
        headers: {
          apikey: server.publishableKey,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: `${'seconds=1&'.repeat(times)}seconds=0`,
      });
      expect(answer.status).toBe(200);
      return performance.now() - startedAtMs;
    };
    await ask(10_000);
    // With quadratic time, ten times as many arguments take a hundred times as long.
    const fewMs = Math.max(await ask(7_000), await ask(7_000), 100);
    expect(await ask(70_000)).toBeLessThan(fewMs * 40);
  });
});

describe('one customer', () => {
  test('does not block another one with slow requests', async () => {
    const [busy, other] = await Promise.all([customer('busy'), customer('other')]);
    let unfinished = 0;
    let maxRunning = 0;
    const gone = new AbortController();
    const naps = Array.from({ length: 40 }, async () => {
      unfinished += 1;
      await fetch(`${server.url}/rest/v1/rpc/nap`, {
        method: 'POST',
        headers: { ...busy, 'Content-Type': 'application/json' },
        // Longer than the other customer's reads take on a slow machine.
        body: '{"seconds":30}',
        signal: gone.signal,
      }).catch(() => undefined);
      unfinished -= 1;
    });
    await expect.poll(() => countRunning('"nap"')).toBe(MAX_CONCURRENT);
    for (let read = 0; read < 20; read += 1) {
      expect((await ask(server, '/parents?limit=1', { headers: other })).status).toBe(200);
      if (read % 5 === 0) maxRunning = Math.max(maxRunning, await countRunning('"nap"'));
    }
    // The other customer's reads finished before the waiting requests.
    expect(unfinished).toBeGreaterThanOrEqual(30);
    expect(maxRunning).toBeLessThanOrEqual(MAX_CONCURRENT);
    gone.abort();
    await Promise.all(naps);
  });

  /** @covers security.limits.1 */
  test('does not slow down another one with 40 concurrent pattern filters', async () => {
    const [busy, other] = await Promise.all([customer('patterns'), customer('reader')]);
    const p95Of20Reads = async () => {
      const times: number[] = [];
      for (let read = 0; read < 20; read += 1) {
        const startedAtMs = performance.now();
        await ask(server, '/parents?limit=1', { headers: other });
        times.push(performance.now() - startedAtMs);
      }
      return times.sort((left, right) => left - right)[18] ?? 0;
    };
    const calmMs = await p95Of20Reads();
    const gone = new AbortController();
    const slow = `${server.url}/rest/v1/big?select=id&body=match.${encodeURIComponent('(.*)(.*)\\1\\2x')}`;
    const patterns = Array.from({ length: 40 }, () =>
      fetch(slow, { headers: busy, signal: gone.signal }).catch(() => undefined),
    );
    await expect.poll(() => countRunning('"big"')).toBe(MAX_CONCURRENT);
    // Relative to reads without other load, for a busy machine.
    expect(await p95Of20Reads()).toBeLessThan(Math.max(1_000, calmMs * 20));
    gone.abort();
    await Promise.all(patterns);
  });

  test('gets 429 when too many requests wait, and is served again later', async () => {
    const headers = { ...(await customer('flood')), 'Content-Type': 'application/json' };
    const gone = new AbortController();
    const first = Array.from({ length: MAX_CONCURRENT + 100 }, () =>
      fetch(`${server.url}/rest/v1/rpc/nap`, {
        method: 'POST',
        headers,
        body: '{"seconds":5}',
        signal: gone.signal,
      }).catch(() => null),
    );
    await expect.poll(() => countRunning('"nap"')).toBe(MAX_CONCURRENT);
    // The limit is reached once all hundred waiting requests have arrived.
    const tooMany = async () => {
      const nap: RawRequest = { method: 'POST', body: '{"seconds":0}', headers };
      const answer = await Promise.race([
        ask(server, '/rpc/nap', nap),
        new Promise<null>((resolve) => setTimeout(() => resolve(null), 500)),
      ]);
      return answer === null
        ? null
        : [
            answer.status,
            answer.headers.get('retry-after'),
            (answer.json as { code: string }).code,
          ];
    };
    await expect.poll(tooMany).toEqual([429, '1', 'over_request_limit']);
    const { status } = await ask(server, '/parents?limit=1', { headers: await customer('calm') });
    expect(status).toBe(200);
    gone.abort();
    await Promise.all(first);
    await expect
      .poll(async () => (await ask(server, '/parents?limit=1', { headers })).status)
      .toBe(200);
  });

  test('that disconnects leaves no running statement', async () => {
    const gone = new AbortController();
    const headers = { ...(await customer('leaver')), 'Content-Type': 'application/json' };
    const nap = fetch(`${server.url}/rest/v1/rpc/nap`, {
      method: 'POST',
      headers,
      // Longer than the timeout of this test.
      body: '{"seconds":45}',
      signal: gone.signal,
    }).catch(() => undefined);
    await expect.poll(() => countRunning('"nap"')).toBe(1);
    gone.abort();
    await nap;
    await expect.poll(() => countRunning('"nap"')).toBe(0);
  });
});

describe('a filter by a pattern', () => {
  const timeOf = async (query: string, key = server.publishableKey) =>
    ((await ask(server, `/rpc/time_left?${query}`, { key })).json as { name: string }[])[0]?.name;

  test.each(['name=match..', 'name=imatch..', 'or=(name.match..,name.eq.x)', 'name=not.match.zzz'])(
    'is limited to one second: %s',
    async (query) => {
      expect(await timeOf(query)).toBe('1s');
      expect(await timeOf(query, server.secretKey)).toBe('1s');
    },
  );

  test('does not affect other filters or shorter timeouts', async () => {
    expect(await timeOf('name=like.*')).toBe('3s');
    const { database } = server.database.connection;
    await server.sql`alter role anon in database ${server.sql(database)} set statement_timeout = '800ms'`;
    await server.sql`notify pgrst, 'reload schema'`;
    await expect.poll(() => timeOf('name=match..')).toBe('800ms');
  });
});

describe('an estimated count', () => {
  const totalOf = async (path: string, count: string, key: string) => {
    const { headers } = await ask(server, path, { key, headers: { Prefer: `count=${count}` } });
    return Number(headers.get('content-range')?.split('/')[1]);
  };

  test.each([
    ['/records?limit=1', 9],
    ['/records?kind=eq.even&limit=1', 4],
    ['/records?kind=eq.none&limit=1', 0],
    ['/record_view?limit=1', 9],
    ['/owners?select=name,records!inner(id)&limit=1', 1],
  ])('of %s includes only visible rows', async (path, total) => {
    for (const count of ['planned', 'estimated']) {
      expect(await totalOf(path, count, server.publishableKey), count).toBe(total);
    }
  });

  test('is the planner’s estimate if no rows are hidden', async () => {
    expect(await totalOf('/records?limit=1', 'planned', server.secretKey)).toBe(600);
    expect(await totalOf('/open_records?limit=1', 'planned', server.publishableKey)).toBe(600);
  });
});

describe('a client that does not read', () => {
  const collectGarbage = (): void => {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
  };
  const heldBytes = () => {
    collectGarbage();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return arrayBuffers + heapUsed;
  };

  /** Sends many pipelined requests for large responses, and reads none of them. */
  function requestWithoutReading(path: string, times: number): Socket {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    const request = `GET /rest/v1${path} HTTP/1.1\r\nHost: localhost\r\napikey: ${server.secretKey}\r\n\r\n`;
    socket.write(request.repeat(times));
    return socket;
  }

  test('keeps one response in memory: less than 50 MB for five clients', async () => {
    await ask(server, '/big');
    const before = heldBytes();
    const sockets = Array.from({ length: 5 }, () => requestWithoutReading('/big', 30));
    await expect.poll(() => sockets.every(({ bytesRead }) => bytesRead > 0)).toBe(true);
    // By the end of these requests, further responses would be in memory.
    for (let read = 0; read < 20; read += 1) await ask(server, '/parents');
    // A response is in memory twice while it is read from Postgres.
    await expect.poll(() => heldBytes() - before).toBeLessThan(50_000_000);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => heldBytes() - before).toBeLessThan(10_000_000);
  });
});
