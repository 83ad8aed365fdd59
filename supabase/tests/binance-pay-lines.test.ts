import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isPayTransaction,
  lineOf,
  readAssetCurrencies,
} from '../functions/read-binance-pay/pay-line.ts';
import { nextMark, windowOf, type WindowMark } from '../functions/read-binance-pay/read-window.ts';
import { payTransaction } from './binance-double.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const CURRENCIES = readAssetCurrencies('USDT:USD');

describe('a transaction of Binance Pay', () => {
  test('that arrived is a line with the id that customers enter', async () => {
    const time = Date.parse('2026-03-01T23:59:59.999Z');
    expect(await lineOf(payTransaction({ transactionTime: time }), CURRENCIES)).toEqual({
      line_key: expect.stringMatching(/^[\da-f]{64}$/) as string,
      account: 'BINANCE34355667',
      booking_date: '2026-03-01',
      value_date: '2026-03-01',
      amount: '15',
      currency: 'USD',
      counterparty_name: 'Jack',
      counterparty_iban: null,
      remittance_text: 'C2C M_P_71505104267788288 71505104267788288 USDT',
      end_to_end_id: null,
      bank_reference: 'M_P_71505104267788288',
      is_reversal: false,
    });
  });

  test('that the operator returned is a reversal', async () => {
    const refund = payTransaction({
      orderType: 'PAY_REFUND',
      amount: '-15.5',
      payerInfo: { binanceId: '34355667', name: 'Shop' },
      receiverInfo: { name: 'Jack', accountId: '67736251' },
    });
    expect(await lineOf(refund, CURRENCIES)).toMatchObject({
      account: 'BINANCE34355667',
      amount: '-15.5',
      counterparty_name: null,
      is_reversal: true,
    });
  });

  test.each([
    ['a payment of the operator', { amount: '-1' }],
    ['money that came back to the operator', { orderType: 'PAY_REFUND' }],
    ['a crypto box that was not opened', { orderType: 'CRYPTO_BOX_RF' }],
    ['an unknown type', { orderType: 'CASHBACK' }],
    ['zero', { amount: '0.00000000' }],
    ['an amount with an exponent', { amount: '1e3' }],
    ['no amount', { amount: null }],
  ])('is no line: %s', async (_name, fields) => {
    expect(await lineOf(payTransaction(fields), CURRENCIES)).toBeNull();
  });

  test('in another asset keeps the name of the asset', async () => {
    expect(
      await lineOf(payTransaction({ currency: 'BNB', amount: '0.02372469' }), CURRENCIES),
    ).toMatchObject({ currency: 'BNB', amount: '0.02372469' });
  });

  test('in an asset that is no code of a currency is a line without one', async () => {
    expect(await lineOf(payTransaction({ currency: '1000SATS' }), CURRENCIES)).toMatchObject({
      currency: 'XXX',
      remittance_text: 'C2C M_P_71505104267788288 71505104267788288 1000SATS',
    });
  });

  test.each([
    null,
    'text',
    {},
    payTransaction({ transactionId: undefined }),
    payTransaction({ transactionId: 'a b' }),
    payTransaction({ transactionTime: 'today' }),
    payTransaction({ transactionTime: 1e20 }),
    payTransaction({ currency: '<b>' }),
  ])('without the documented fields is not read: %j', (row) => {
    expect(isPayTransaction(row)).toBe(false);
  });
});

describe('the time spans', () => {
  test('cover every payment, whatever their number and times, and end', () => {
    const nowMs = Date.parse('2026-06-01T00:00:00Z');
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 400 * DAY_MS }), { maxLength: 400 }),
        fc.integer({ min: 0, max: 300 }),
        (ages, crowd) => {
          const busy = Array.from({ length: crowd }, (_, at) => nowMs - 50 * DAY_MS - at * 7);
          const times = [...ages.map((age) => nowMs - age), ...busy];
          const seen = new Set<number>();
          let mark: WindowMark = { fromMs: nowMs - 400 * DAY_MS, lengthMs: 90 * DAY_MS };
          let calls = 0;
          let isDone = false;
          while (!isDone) {
            const span = windowOf(mark, nowMs);
            expect(span.toMs - span.fromMs).toBeLessThanOrEqual(90 * DAY_MS);
            const rows = times
              .filter((time) => time >= span.fromMs && time <= span.toMs)
              .toSorted((one, other) => other - one)
              .slice(0, 100);
            for (const time of rows) seen.add(time);
            isDone = span.toMs === nowMs && rows.length < 100;
            mark = nextMark(span, rows.length, nowMs);
            calls += 1;
            expect(calls).toBeLessThan(300);
          }
          expect(seen.size).toBe(new Set(times).size);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('start again some minutes before now, and never before the time that the API keeps', () => {
    const nowMs = Date.parse('2026-06-01T00:00:00Z');
    const last = windowOf({ fromMs: nowMs - DAY_MS, lengthMs: 90 * DAY_MS }, nowMs);
    expect(nextMark(last, 3, nowMs).fromMs).toBe(nowMs - 15 * 60_000);
    expect(windowOf({ fromMs: 1, lengthMs: 90 * DAY_MS }, nowMs).fromMs).toBe(nowMs - 540 * DAY_MS);
    expect(windowOf({ fromMs: nowMs + DAY_MS, lengthMs: 1 }, nowMs)).toEqual({
      fromMs: nowMs - 1,
      toMs: nowMs,
    });
  });
});
