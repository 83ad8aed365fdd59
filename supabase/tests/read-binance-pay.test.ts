import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/test/support/index.ts';
import {
  BINANCE_KEY,
  BINANCE_SECRET,
  payTransaction,
  startBinanceDouble,
  type BinanceDouble,
} from './binance-double.ts';
import { insertRecharge, rechargeFields, signUp } from './support.ts';

const HISTORY = '/sapi/v1/pay/transactions';

let binance: BinanceDouble;
let server: TestServer;
/** The command of the scheduled job. Tests run it, so it does not run by itself. */
let job: string;

beforeAll(async () => {
  binance = await startBinanceDouble();
  server = await startTestServer({
    environment: {
      FUNCTIONS_SECRET_BINANCE_API_KEY: BINANCE_KEY,
      FUNCTIONS_SECRET_BINANCE_API_SECRET: BINANCE_SECRET,
      FUNCTIONS_SECRET_BINANCE_API_URL: binance.url,
      FUNCTIONS_ALLOW_NET: binance.host,
    },
  });
  const [row] = await server.sql<{ command: string }[]>`
    update cron.job set active = false where jobname = 'read-binance-pay' returning command`;
  job = row?.command ?? '';
});
afterAll(async () => {
  await server.stop();
  await binance.close();
});
beforeEach(async () => {
  binance.reset();
  await server.sql`delete from public.statement_sources`;
});

async function wake(): Promise<unknown> {
  const response = await fetch(`${server.url}/functions/v1/read-binance-pay`, { method: 'POST' });
  expect(response.status).toBe(200);
  return response.json();
}

/** Wakes the function a minute later. */
async function wakeLater(): Promise<void> {
  await server.sql`
    update public.statement_sources set next_read_at = next_read_at - interval '1 minute'`;
  await wake();
}

async function source() {
  const [row] = await server.sql<{ error: string | null; wait_s: number; mark: object }[]>`
    select error, mark, round(extract(epoch from next_read_at - now()))::int as wait_s
    from public.statement_sources`;
  return row;
}

const linesOf = (...references: readonly string[]) => server.sql`
  select amount::float, currency, bank_reference, is_reversal, source
  from public.bank_lines where bank_reference = any (${references}) order by amount desc`;

let count = 0;
const newId = () => `P_A1TEST${String(Date.now())}${String((count += 1))}`;

describe('the payments of Binance Pay', () => {
  test('become bank lines once, refunds become reversals, and other transactions are left out', async () => {
    const [paid, refunded, sent] = [newId(), newId(), newId()];
    binance.has(
      payTransaction({ transactionId: paid }),
      payTransaction({ transactionId: refunded, orderType: 'PAY_REFUND', amount: '-7.5' }),
      payTransaction({ transactionId: sent, amount: '-3' }),
    );
    expect(await wake()).toEqual({});
    const expected = [
      {
        amount: 15,
        currency: 'USD',
        bank_reference: paid,
        is_reversal: false,
        source: 'binance_pay',
      },
      {
        amount: -7.5,
        currency: 'USD',
        bank_reference: refunded,
        is_reversal: true,
        source: 'binance_pay',
      },
    ];
    expect(await linesOf(paid, refunded, sent)).toEqual(expected);
    await wakeLater();
    expect(await linesOf(paid, refunded, sent)).toEqual(expected);
    expect(await source()).toMatchObject({ error: null });
  });

  test('are proposed for the record whose customer entered the id, with or without its prefix', async () => {
    const customer = await signUp(server.sql);
    const ids = [newId(), newId()];
    const references = [ids[0] ?? '', (ids[1] ?? '').replace('P_', '')];
    const records = [];
    for (const transaction_reference of references) {
      const fields = rechargeFields(customer, { transaction_reference });
      records.push((await insertRecharge(server.sql, fields)).id);
    }
    binance.has(...ids.map((transactionId) => payTransaction({ transactionId, amount: '10' })));
    await wake();
    expect(
      await server.sql`
        select record_id, kind, state from public.payment_links
        where record_id = any (${records}) order by record_id`,
    ).toEqual(records.sort().map((record_id) => ({ record_id, kind: 'exact', state: 'proposed' })));
  });

  test('of an account that the settings do not name are not imported, and the error names it', async () => {
    const { sql } = server;
    await sql`update public.matching_settings set accounts = '{DE89370400440532013000}'`;
    const id = newId();
    binance.has(payTransaction({ transactionId: id }));
    await wake();
    expect(await linesOf(id)).toEqual([]);
    const { error, mark } = (await source()) ?? {};
    expect(error).toContain('The account BINANCE34355667 is not one of your accounts.');
    expect(mark).toEqual({});
    await sql`
      update public.matching_settings set accounts = accounts || '{BINANCE34355667}'::text[]`;
    await wakeLater();
    expect(await linesOf(id)).toHaveLength(1);
    await sql`update public.matching_settings set accounts = '{}'`;
  });

  test('are asked for once per minute, whatever the number of callers', async () => {
    await Promise.all([wake(), wake(), wake(), wake()]);
    await wake();
    expect(binance.asked()).toEqual([HISTORY]);
  });

  test('are read from the mark on, with some minutes twice', async () => {
    await wake();
    await wakeLater();
    const [first, second] = binance.spans();
    const length = (first?.to ?? 0) - (first?.from ?? 0);
    expect(Math.round(length / 60_000)).toBe(24 * 60);
    expect((first?.to ?? 0) - (second?.from ?? 0)).toBe(15 * 60_000);
  });

  test('are complete when a time span has more than one answer holds', async () => {
    const ids = Array.from({ length: 130 }, newId);
    binance.has(
      ...ids.map((transactionId, at) =>
        payTransaction({ transactionId, transactionTime: Date.now() - (at + 1) * 600_000 }),
      ),
    );
    for (let reads = 0; reads < 4; reads += 1) await wakeLater();
    expect(await linesOf(...ids)).toHaveLength(130);
  });

  test('with rows that have other fields than documented are imported without these rows', async () => {
    const id = newId();
    binance.has(
      payTransaction({ transactionId: undefined }),
      payTransaction({ transactionId: id }),
    );
    await wake();
    expect(await linesOf(id)).toHaveLength(1);
    expect(await source()).toMatchObject({ error: null });
  });
});

describe('the job of the database', () => {
  const runJob = () => server.sql.unsafe(job);
  const queued = async () =>
    (await server.sql`select from net.http_request_queue`).length + binance.asked().length;

  test('wakes the function from the first record that needs it on, except in a pause', async () => {
    await server.sql`delete from public.records`;
    await runJob();
    expect(await queued()).toBe(0);
    const customer = await signUp(server.sql);
    const { id } = await insertRecharge(server.sql, rechargeFields(customer));
    await runJob();
    await expect.poll(() => binance.asked()).toEqual([HISTORY]);
    await expect.poll(async () => (await source())?.error).toBeNull();
    await server.sql`delete from public.recharges where id = ${id}`;
    await server.sql`delete from public.records where id = ${id}`;
    await runJob();
    expect(await queued()).toBe(1);
    await server.sql`update public.statement_sources set next_read_at = now()`;
    await runJob();
    await expect.poll(() => binance.asked()).toHaveLength(2);
  });
});

describe('an error of Binance', () => {
  const answerWith = (status: number, headers: Record<string, string>, body = '{}') => {
    binance.answerWith((response: ServerResponse) => {
      response.writeHead(status, headers).end(body);
    });
  };

  test.each([
    [429, 'too many requests, next read in 90 s'],
    [418, 'the address is banned, next read in 90 s'],
  ])('about too many requests pauses the reads: %i', async (status, error) => {
    answerWith(
      status,
      { 'Retry-After': '90' },
      '{"code":-1003,"msg":"Too much request weight used."}',
    );
    await wake();
    expect(await source()).toEqual({ error, mark: {}, wait_s: 90 });
    await wakeLater();
    expect(binance.asked()).toHaveLength(1);
    binance.answerWith(null);
    await wakeLater();
    expect(await source()).toMatchObject({ error: null });
  });

  test('about the clock is corrected at once, and the difference is kept', async () => {
    const id = newId();
    binance.setClockOffset(-3 * 60_000);
    binance.has(payTransaction({ transactionId: id, transactionTime: Date.now() - 4 * 60_000 }));
    await wake();
    expect(binance.asked()).toEqual([HISTORY, '/api/v3/time', HISTORY]);
    expect(await linesOf(id)).toHaveLength(1);
    await wakeLater();
    expect(binance.asked()).toHaveLength(4);
  });

  test('about the clock that stays is tried once more only', async () => {
    answerWith(400, {}, '{"code":-1021,"msg":"Timestamp","serverTime":1}');
    await wake();
    expect(binance.asked()).toEqual([HISTORY, '/api/v3/time', HISTORY]);
    expect(await source()).toMatchObject({ error: 'the clocks differ, code -1021' });
  });

  test.each([
    [503, '<html>', 'status 503, code none'],
    [200, '{"code":"000000"', 'status 200, code none'],
    [200, '{"code":"000000","data":{}}', 'status 200, code 000000'],
    [302, '', 'status 302, code none'],
  ])('of its service is tried again a minute later: %i %s', async (status, body, error) => {
    answerWith(status, { Location: '/elsewhere' }, body);
    await wake();
    expect(await source()).toMatchObject({ error, mark: {} });
    expect(binance.asked()).toEqual([HISTORY]);
    const id = newId();
    binance.answerWith(null);
    binance.has(payTransaction({ transactionId: id }));
    await wakeLater();
    expect(await linesOf(id)).toHaveLength(1);
  });

  test.each([403, 451])('about the network of the server pauses the reads: %i', async (status) => {
    answerWith(status, {}, '<html>');
    await wake();
    expect(await source()).toMatchObject({
      error: `the network of this server is refused, status ${String(status)}`,
      wait_s: 900,
    });
  });

  test('that ends the connection is tried again', async () => {
    binance.answerWith((response) => response.destroy());
    await wake();
    expect((await source())?.error).toMatch(/^no answer: /);
  });
});
