import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/test/support/index.ts';
import { BINANCE_KEY, startBinanceDouble, type BinanceDouble } from './binance-double.ts';

let binance: BinanceDouble;

beforeAll(async () => {
  binance = await startBinanceDouble();
});
afterAll(() => binance.close());
beforeEach(() => {
  binance.reset();
});

async function wake({ url }: TestServer): Promise<void> {
  const response = await fetch(`${url}/functions/v1/read-binance-pay`, { method: 'POST' });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({});
}

describe('the function of Binance Pay without a valid key', () => {
  async function withServer(
    secrets: Readonly<Record<string, string>>,
    run: (other: TestServer) => Promise<void>,
  ): Promise<void> {
    const other = await startTestServer({
      environment: {
        ...secrets,
        FUNCTIONS_SECRET_BINANCE_API_URL: binance.url,
        FUNCTIONS_ALLOW_NET: binance.host,
      },
    });
    try {
      await run(other);
    } finally {
      await other.stop();
    }
  }

  const errorOf = async ({ sql }: TestServer) =>
    sql`
      select error, round(extract(epoch from next_read_at - now()) / 60)::int as wait_min
      from public.statement_sources`;

  test('no payment is asked for, and the function is woken less often', async () => {
    await withServer({}, async (other) => {
      await wake(other);
      expect(binance.asked()).toEqual([]);
      expect(await errorOf(other)).toEqual([{ error: null, wait_min: 10 }]);
    });
  });

  test.each([
    [
      'key',
      { FUNCTIONS_SECRET_BINANCE_API_KEY: 'x', FUNCTIONS_SECRET_BINANCE_API_SECRET: 'y' },
      -2015,
    ],
    [
      'secret',
      { FUNCTIONS_SECRET_BINANCE_API_KEY: BINANCE_KEY, FUNCTIONS_SECRET_BINANCE_API_SECRET: 'y' },
      -1022,
    ],
  ])('the reads pause and the error names the %s', async (_name, secrets, code) => {
    await withServer(secrets, async (other) => {
      await wake(other);
      expect(await errorOf(other)).toEqual([
        { error: `the API key or its secret is refused, code ${String(code)}`, wait_min: 15 },
      ]);
    });
  });
});
