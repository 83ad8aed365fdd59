import { createPaymentCode } from '@beaconpay/domain';

/** A request of a screen. */
export interface SentRequest {
  readonly method: string;
  /** The path of the URL without its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** Parsed if it is JSON. */
  readonly body: unknown;
}

/** A method and a path, such as `POST /rest/v1/orders`. */
type Route = `${'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
type Responder = (sent: SentRequest) => Response | Promise<Response>;

/** A fake backend at the network. All other parts of a screen are real. */
export interface FakeBackend {
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** Sets the response of a route. A later one replaces it. */
  respond: (route: Route, responder: Responder) => void;
  /** All requests so far, or those to one route. */
  sent: (route?: Route) => SentRequest[];
  /** The requests that write data, without reservations of payment codes. */
  writes: () => SentRequest[];
  /** Requests without a response in the test. */
  readonly unhandled: readonly string[];
}

const ORIGIN = 'http://backend.test';

const RESERVATION = '/rest/v1/rpc/reserve_payment_code';
export const PAYMENT_CODE = createPaymentCode((count) => new Uint8Array(count).fill(17));

export function createFakeBackend(): FakeBackend {
  const responders = new Map<string, Responder>([
    // No settings are stored, so the screens show the built-in values.
    ['GET /rest/v1/payment_method_settings', () => Response.json([])],
    [
      'GET /rest/v1/support_contact',
      () => Response.json({ email: null, phone: null, url: null, updated_at: '2026-01-01' }),
    ],
    ['POST /rest/v1/rpc/payment_options', () => Response.json({ qr: { bank_transfer: true } })],
    [`POST ${RESERVATION}`, () => Response.json(PAYMENT_CODE)],
  ]);
  const requests: SentRequest[] = [];
  const unhandled: string[] = [];
  const routeOf = ({ method, path }: SentRequest) => `${method} ${path}`;
  /** A HEAD request gets the response of GET, which has the same headers. */
  const headResponder = ({ method, path }: SentRequest) =>
    method === 'HEAD' ? responders.get(`GET ${path}`) : undefined;

  return {
    origin: ORIGIN,
    async fetch(input, init) {
      const request = new Request(input, init);
      const sent = await read(request);
      requests.push(sent);
      const responder = responders.get(routeOf(sent)) ?? headResponder(sent);
      if (responder !== undefined) return responder(sent);
      unhandled.push(`${routeOf(sent)} (${request.url})`);
      return Response.json({ message: 'The test has no answer to this.' }, { status: 501 });
    },
    respond(route, responder) {
      responders.set(route, responder);
    },
    sent: (route) => requests.filter((sent) => route === undefined || routeOf(sent) === route),
    writes: () =>
      requests.filter(
        ({ method, path }) =>
          method !== 'GET' &&
          method !== 'HEAD' &&
          ![RESERVATION, '/rest/v1/rpc/payment_options'].includes(path),
      ),
    unhandled,
  };
}

async function read(request: Request): Promise<SentRequest> {
  const url = new URL(request.url);
  const text = await request.text();
  return {
    method: request.method,
    path: url.origin === ORIGIN ? url.pathname : request.url,
    query: url.searchParams,
    headers: request.headers,
    body: parse(text),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text === '' ? null : text;
  }
}
