import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { ask, type RawRequest } from './rest-fixtures.ts';

const SECRET = 'a secret of more than thirty-two characters';
/** Enough that one caller gets the most that it may have at a time. */
const POOL_SIZE = 40;
const IN_WORK = 4;
/** A machine that is busy with other things takes its time. */
const PATIENCE = { timeout: 20_000 };

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

/** Headers of one customer. */
async function customer(name: string): Promise<Record<string, string>> {
  const token = await new SignJWT({ role: 'authenticated', sub: name })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(SECRET));
  return { Authorization: `Bearer ${token}`, apikey: server.publishableKey };
}

/** Statements of the data API that Postgres works on, by a piece of their text. */
async function countRunning(piece: string): Promise<number> {
  const [row] = await server.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where usename = 'authenticator' and datname = current_database() and state = 'active'
      and strpos(query, ${piece}) > 0`;
  return row?.count ?? 0;
}

describe('the length of an answer', () => {
  let small: TestServer;
  beforeAll(async () => {
    small = await startBounds({ DB_MAX_RESPONSE_BYTES: '250000' });
  });
  afterAll(() => small.stop());

  test('ends a statement beyond its limit, and nothing else', async () => {
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

  test('undoes what was written where its answer would be too long', async () => {
    const write = (id: number, length: number) =>
      ask(small, '/rpc/keep', { method: 'POST', body: JSON.stringify({ id, length }) });
    expect(await write(500, 300_000)).toMatchObject({ status: 400, json: { code: '54000' } });
    expect((await write(501, 3)).status).toBe(200);
    expect((await ask(small, '/parents?id=gte.500')).json).toEqual([{ id: 501 }]);
  });

  test('is 10 MB unless set', async () => {
    expect((await ask(server, '/big')).status).toBe(200);
    const twice = await ask(server, '/big?select=*,again:body');
    expect(twice).toMatchObject({ status: 400, json: { code: '54000' } });
  });
});

describe('embedded rows', () => {
  let few: TestServer;
  beforeAll(async () => {
    // A hundred times the row cap may be embedded: 2,000 rows.
    few = await startBounds({ DB_MAX_ROWS: '20' });
  });
  afterAll(() => few.stop());

  test('are as many as one level has', async () => {
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
  ])('cannot multiply beyond the budget: %s', async (path) => {
    const answer = await ask(few, path);
    expect(answer).toMatchObject({
      status: 400,
      json: { code: '54000', message: 'Too many rows would be embedded in one answer' },
    });
  });

  test('are counted for each request anew', async () => {
    for (let round = 0; round < 12; round += 1) {
      expect((await ask(few, '/parents?select=id,children(id)')).status).toBe(200);
    }
  });

  test('that only filter are not counted, however many rows they choose from', async () => {
    const answer = await ask(
      few,
      '/toys?select=id,children!inner()&children.parent_id=eq.2&limit=1',
    );
    expect(answer).toMatchObject({ status: 200, json: [{ id: expect.any(Number) as number }] });
    expect((await ask(few, '/children?select=id,toys!inner()&limit=1')).status).toBe(200);
  });
});

describe('a form', () => {
  test('that says an argument seventy thousand times costs what its length does', async () => {
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
    // Where each is put beside copies of all before it, ten times as many cost a hundred times as much.
    const fewMs = Math.max(await ask(7_000), await ask(7_000), 100);
    expect(await ask(70_000)).toBeLessThan(fewMs * 40);
  });
});

describe('one customer', () => {
  test('does not hold up another, whatever it asks for', async () => {
    const [busy, other] = await Promise.all([customer('busy'), customer('other')]);
    let unfinished = 0;
    let mostRunning = 0;
    const gone = new AbortController();
    const naps = Array.from({ length: 40 }, async () => {
      unfinished += 1;
      await fetch(`${server.url}/rest/v1/rpc/nap`, {
        method: 'POST',
        headers: { ...busy, 'Content-Type': 'application/json' },
        // More than the reads of the other one take, on a slow machine too.
        body: '{"seconds":30}',
        signal: gone.signal,
      }).catch(() => undefined);
      unfinished -= 1;
    });
    await expect.poll(() => countRunning('"nap"'), PATIENCE).toBe(IN_WORK);
    for (let read = 0; read < 20; read += 1) {
      expect((await ask(server, '/parents?limit=1', { headers: other })).status).toBe(200);
      if (read % 5 === 0) mostRunning = Math.max(mostRunning, await countRunning('"nap"'));
    }
    // The other's reads went past at least those that were still to come.
    expect(unfinished).toBeGreaterThanOrEqual(30);
    expect(mostRunning).toBeLessThanOrEqual(IN_WORK);
    gone.abort();
    await Promise.all(naps);
  });

  test('slows another down by nothing that counts, with 40 patterns at a time', async () => {
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
    await expect.poll(() => countRunning('"big"'), PATIENCE).toBe(IN_WORK);
    // On a machine that is busy with other things, by what reading alone takes there.
    expect(await p95Of20Reads()).toBeLessThan(Math.max(1_000, calmMs * 20));
    gone.abort();
    await Promise.all(patterns);
  });

  test('is told to wait when too much of it waits already, and then is served again', async () => {
    const headers = { ...(await customer('flood')), 'Content-Type': 'application/json' };
    const gone = new AbortController();
    const first = Array.from({ length: IN_WORK + 100 }, () =>
      fetch(`${server.url}/rest/v1/rpc/nap`, {
        method: 'POST',
        headers,
        body: '{"seconds":5}',
        signal: gone.signal,
      }).catch(() => null),
    );
    await expect.poll(() => countRunning('"nap"'), PATIENCE).toBe(IN_WORK);
    // All hundred that may wait have to have arrived before one more is too many.
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
    await expect.poll(tooMany, PATIENCE).toEqual([429, '1', 'over_request_limit']);
    const { status } = await ask(server, '/parents?limit=1', { headers: await customer('calm') });
    expect(status).toBe(200);
    gone.abort();
    await Promise.all(first);
    await expect
      .poll(async () => (await ask(server, '/parents?limit=1', { headers })).status)
      .toBe(200);
  });

  test('who has gone leaves no statement behind', async () => {
    const gone = new AbortController();
    const headers = { ...(await customer('leaver')), 'Content-Type': 'application/json' };
    const nap = fetch(`${server.url}/rest/v1/rpc/nap`, {
      method: 'POST',
      headers,
      // It would still be there at the end of all patience.
      body: '{"seconds":45}',
      signal: gone.signal,
    }).catch(() => undefined);
    await expect.poll(() => countRunning('"nap"'), PATIENCE).toBe(1);
    gone.abort();
    await nap;
    await expect.poll(() => countRunning('"nap"'), PATIENCE).toBe(0);
  });
});

describe('a filter by a pattern', () => {
  const timeOf = async (query: string, key = server.publishableKey) =>
    ((await ask(server, `/rpc/time_left?${query}`, { key })).json as { name: string }[])[0]?.name;

  test.each(['name=match..', 'name=imatch..', 'or=(name.match..,name.eq.x)', 'name=not.match.zzz'])(
    'has a second and no more: %s',
    async (query) => {
      expect(await timeOf(query)).toBe('1s');
      expect(await timeOf(query, server.secretKey)).toBe('1s');
    },
  );

  test('leaves other filters the time of the role, and a shorter time as it is', async () => {
    expect(await timeOf('name=like.*')).toBe('3s');
    const { database } = server.database.connection;
    await server.sql`alter role anon in database ${server.sql(database)} set statement_timeout = '800ms'`;
    await server.sql`notify pgrst, 'reload schema'`;
    await expect.poll(() => timeOf('name=match..')).toBe('800ms');
  });
});

describe('a count that is guessed', () => {
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
  ])('says of %s only what the caller may see', async (path, total) => {
    for (const count of ['planned', 'estimated']) {
      expect(await totalOf(path, count, server.publishableKey), count).toBe(total);
    }
  });

  test('is the planner’s where nothing is hidden', async () => {
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

  /** Asks many times at once for almost as much as there may be, and takes nothing of it. */
  function askAndNeverRead(path: string, times: number): Socket {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    const request = `GET /rest/v1${path} HTTP/1.1\r\nHost: localhost\r\napikey: ${server.secretKey}\r\n\r\n`;
    socket.write(request.repeat(times));
    return socket;
  }

  test('costs no more than its one answer: five of them less than 50 MB', async () => {
    await ask(server, '/big');
    const before = heldBytes();
    const sockets = Array.from({ length: 5 }, () => askAndNeverRead('/big', 30));
    await expect.poll(() => sockets.every(({ bytesRead }) => bytesRead > 0), PATIENCE).toBe(true);
    // Whatever is made beyond the first answers is made by the time a later request is answered.
    for (let read = 0; read < 20; read += 1) await ask(server, '/parents');
    // An answer that is just being taken over from Postgres is there twice for a moment.
    await expect.poll(() => heldBytes() - before, PATIENCE).toBeLessThan(50_000_000);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => heldBytes() - before, PATIENCE).toBeLessThan(10_000_000);
  });
});
