import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  startHttpDouble,
  type ReceivedRequest,
} from '../../apps/server/test/support/http-double.ts';

export const BINANCE_KEY = 'key-of-the-operator';
export const BINANCE_SECRET = 'secret-of-the-operator';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_SPAN_MS = 90 * DAY_MS;
/** Weights of one minute, as the headers of the API count them. */
const CALL_WEIGHT = 3000;

/** A transaction as the documentation shows one, received from another user. */
export function payTransaction(fields: Readonly<Record<string, unknown>> = {}) {
  return {
    orderType: 'C2C',
    transactionId: 'M_P_71505104267788288',
    transactionTime: Date.now() - 60_000,
    amount: '15.00000000',
    currency: 'USDT',
    walletType: 1,
    walletTypes: [1],
    fundsDetail: [{ currency: 'USDT', amount: '15.00000000', walletAssetCost: [{ '1': '15' }] }],
    payerInfo: { name: 'Jack', type: 'USER', accountId: '67736251' },
    receiverInfo: { name: 'Shop', type: 'USER', binanceId: '34355667' },
    ...fields,
  };
}

type Transaction = ReturnType<typeof payTransaction>;

function signatureIsValid(query: string): boolean {
  const [, signed = '', signature] = /^(.*)&signature=([\da-f]{64})$/.exec(query) ?? [];
  return createHmac('sha256', BINANCE_SECRET).update(signed).digest('hex') === signature;
}

/** A substitute for the two endpoints of Binance that the function calls. It answers as the documentation says. */
export async function startBinanceDouble() {
  let transactions: readonly Transaction[] = [];
  /** The clock of the API minus the clock of this machine. */
  let clockOffsetMs = 0;
  let override: ((response: ServerResponse) => void) | null = null;

  const json = (response: ServerResponse, status: number, body: unknown) =>
    response
      .writeHead(status, {
        'Content-Type': 'application/json',
        'X-SAPI-USED-UID-WEIGHT-1M': String(CALL_WEIGHT),
      })
      .end(JSON.stringify(body));

  const refuse = (response: ServerResponse, status: number, code: number, msg: string) =>
    json(response, status, { code, msg });

  function sendHistory({ path, headers }: ReceivedRequest, response: ServerResponse): unknown {
    const query = path.split('?')[1] ?? '';
    const values = new URLSearchParams(query);
    const numberOf = (name: string) => Number(values.get(name));
    if (headers['x-mbx-apikey'] !== BINANCE_KEY) {
      return refuse(response, 401, -2015, 'Invalid API-key, IP, or permissions for action.');
    }
    if (!signatureIsValid(query)) {
      return refuse(response, 400, -1022, 'Signature for this request is not valid.');
    }
    const nowMs = Date.now() + clockOffsetMs;
    const sentMs = numberOf('timestamp');
    if (sentMs >= nowMs + 1000 || nowMs - sentMs > numberOf('recvWindow')) {
      const msg = 'Timestamp for this request is outside of the recvWindow.';
      return refuse(response, 400, -1021, msg);
    }
    const [from, to, limit] = [numberOf('startTime'), numberOf('endTime'), numberOf('limit')];
    if (to < from || to - from > MAX_SPAN_MS || limit > 100 || numberOf('recvWindow') > 60_000) {
      return refuse(response, 400, -1102, 'A mandatory parameter was not sent or malformed.');
    }
    const data = transactions
      .filter(({ transactionTime: time }) => time >= from && time <= to)
      .toSorted((one, other) => other.transactionTime - one.transactionTime)
      .slice(0, limit);
    return json(response, 200, { code: '000000', message: 'success', data, success: true });
  }

  const http = await startHttpDouble((request, response) => {
    if (override !== null) override(response);
    else if (request.path === '/api/v3/time') {
      json(response, 200, { serverTime: Date.now() + clockOffsetMs });
    } else if (request.path.startsWith('/sapi/v1/pay/transactions?')) {
      sendHistory(request, response);
    } else json(response, 404, {});
  });

  return {
    url: http.url,
    host: new URL(http.url).host,
    close: () => http.close(),
    /** The paths without their queries, in order. */
    asked: () => http.asked.map(({ path }) => path.split('?')[0]),
    /** The time spans that were asked for. */
    spans: () =>
      http.asked
        .filter(({ path }) => path.startsWith('/sapi/'))
        .map(({ path }) => {
          const values = new URLSearchParams(path.split('?')[1]);
          return { from: Number(values.get('startTime')), to: Number(values.get('endTime')) };
        }),
    has: (...given: readonly Transaction[]) => {
      transactions = given;
    },
    setClockOffset: (ms: number) => {
      clockOffsetMs = ms;
    },
    /** Answers each request, until it is called with null. */
    answerWith: (answer: ((response: ServerResponse) => void) | null) => {
      override = answer;
    },
    reset() {
      http.asked.length = 0;
      transactions = [];
      clockOffsetMs = 0;
      override = null;
    },
  };
}

export type BinanceDouble = Awaited<ReturnType<typeof startBinanceDouble>>;
