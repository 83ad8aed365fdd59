import { createPaymentCode } from '@beaconpay/domain';

/** What a screen sent. */
export interface Sent {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** Parsed where it is JSON. */
  readonly body: unknown;
}

/** A method and a path, such as `POST /rest/v1/orders`. */
type Route = `${'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
type Answer = (sent: Sent) => Response | Promise<Response>;

/** The backend, played at its network: all else of a screen is real. */
export interface PlayedBackend {
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** The latest answer of a route counts. */
  answer: (route: Route, answer: Answer) => void;
  /** Everything that was sent so far, or what was sent to one route. */
  sent: (route?: Route) => Sent[];
  /** What was sent to be kept, without the reservations of payment codes. */
  writes: () => Sent[];
  /** What was sent although the test knows no answer to it. */
  readonly unknown: readonly string[];
}

const ORIGIN = 'http://backend.test';

const RESERVATION = '/rest/v1/rpc/reserve_payment_code';
export const PAYMENT_CODE = createPaymentCode((count) => new Uint8Array(count).fill(17));

export function createPlayedBackend(): PlayedBackend {
  const answers = new Map<string, Answer>([
    // Nothing is set, so the screens show the built-in values.
    ['GET /rest/v1/payment_method_settings', () => Response.json([])],
    [
      'GET /rest/v1/support_contact',
      () => Response.json({ email: null, phone: null, url: null, updated_at: '2026-01-01' }),
    ],
    ['POST /rest/v1/rpc/payment_options', () => Response.json({ qr: { bank_transfer: true } })],
    [`POST ${RESERVATION}`, () => Response.json(PAYMENT_CODE)],
  ]);
  const everything: Sent[] = [];
  const unknown: string[] = [];
  const routeOf = ({ method, path }: Sent) => `${method} ${path}`;
  /** HEAD has the headers of GET. */
  const answerToHead = ({ method, path }: Sent) =>
    method === 'HEAD' ? answers.get(`GET ${path}`) : undefined;

  return {
    origin: ORIGIN,
    async fetch(input, init) {
      const request = new Request(input, init);
      const sent = await read(request);
      everything.push(sent);
      const answer = answers.get(routeOf(sent)) ?? answerToHead(sent);
      if (answer !== undefined) return answer(sent);
      unknown.push(`${routeOf(sent)} (${request.url})`);
      return Response.json({ message: 'The test has no answer to this.' }, { status: 501 });
    },
    answer(route, answer) {
      answers.set(route, answer);
    },
    sent: (route) => everything.filter((sent) => route === undefined || routeOf(sent) === route),
    writes: () =>
      everything.filter(
        ({ method, path }) =>
          method !== 'GET' &&
          method !== 'HEAD' &&
          ![RESERVATION, '/rest/v1/rpc/payment_options'].includes(path),
      ),
    unknown,
  };
}

async function read(request: Request): Promise<Sent> {
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
