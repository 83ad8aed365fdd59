import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPT_TIMEOUT_MS = 3_000;
/** Hashing a password on a busy machine can take longer than 3 s, and an aborted sign-in starts again. */
const ACCOUNT_ATTEMPT_TIMEOUT_MS = 30_000;
const PAUSE_MS = 100;
/** Longer than any fault. The error says what the server answered last. */
const GIVE_UP_AFTER_MS = 120_000;
const PASSWORD = 'a good password';

/** The status of an attempt without a response. */
const NO_RESPONSE = 0;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** An answer that does not show whether the request was carried out, so the client retries. */
function isInconclusive({ status }: Answer): boolean {
  return status === NO_RESPONSE || status === 429 || status >= 500;
}

/** A client of one user. It retries each request until it gets a final response, as the web application does. */
export interface RetryingClient {
  readonly userId: string;
  /** @returns the idempotency key of the order, once the server has acknowledged it */
  placeOrder(): Promise<string>;
  /** Resolves once the server has acknowledged the decision of the order. */
  approve(idempotencyKey: string): Promise<void>;
}

interface Place {
  readonly url: string;
  readonly publishableKey: string;
}

async function attempt(
  { url, publishableKey }: Place,
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { apikey: publishableKey, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(
      path.startsWith('/auth/') ? ACCOUNT_ATTEMPT_TIMEOUT_MS : ATTEMPT_TIMEOUT_MS,
    ),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
}

async function untilAnswered(...request: Parameters<typeof attempt>): Promise<Answer> {
  const endMs = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const answer = await attempt(...request).catch((error: unknown) => ({
      status: NO_RESPONSE,
      body: error,
    }));
    if (!isInconclusive(answer)) return answer;
    if (performance.now() > endMs) {
      const [, method, path] = request;
      throw new Error(`No final response to ${method} ${path}: ${String(answer.status)}`, {
        cause: answer.body,
      });
    }
    await sleep(PAUSE_MS);
  }
}

function expectStatus(answer: Answer, what: string, ...statuses: readonly number[]): void {
  if (!statuses.includes(answer.status)) {
    throw new Error(`${what}: ${String(answer.status)} ${JSON.stringify(answer.body)}`);
  }
}

export async function signUpClient(place: Place): Promise<RetryingClient> {
  const email = `${randomUUID()}@example.com`;
  const signedUp = await untilAnswered(
    place,
    'POST',
    '/auth/v1/signup',
    { email, password: PASSWORD, data: { full_name: 'Ada Lovelace' } },
    {},
  );
  // An earlier attempt succeeded although its response was lost.
  expectStatus(signedUp, 'Signing up', 200, 422);
  const signedIn = await untilAnswered(
    place,
    'POST',
    '/auth/v1/token?grant_type=password',
    { email, password: PASSWORD },
    {},
  );
  expectStatus(signedIn, 'Signing in', 200);
  const { access_token: accessToken, user } = signedIn.body as {
    access_token: string;
    user: { id: string };
  };
  const authorization = { Authorization: `Bearer ${accessToken}` };
  return {
    userId: user.id,
    async placeOrder() {
      const key = randomUUID();
      const order = {
        user_id: user.id,
        status: 'pending_manual_verification',
        amount: 5,
        currency: 'USD',
        card_details: { tier: 'standard', cardName: 'My Virtual Card' },
        payment_method: 'bank_transfer',
        transaction_reference: `Transfer of ${email.slice(0, 8)}`,
      };
      const answer = await untilAnswered(place, 'POST', '/rest/v1/orders', order, {
        ...authorization,
        'Idempotency-Key': key,
      });
      // 409: an earlier attempt succeeded, so the idempotency key exists.
      expectStatus(answer, 'Placing an order', 201, 409);
      return key;
    },
    async approve(idempotencyKey) {
      const answer = await untilAnswered(
        place,
        'PATCH',
        `/rest/v1/orders?idempotency_key=eq.${idempotencyKey}`,
        { status: 'manual_payment_approved' },
        authorization,
      );
      // 409: already reviewed, by an earlier attempt.
      expectStatus(answer, 'Approving an order', 204, 409);
    },
  };
}
