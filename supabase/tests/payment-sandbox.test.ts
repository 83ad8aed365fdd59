/** @covers security.records.6 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/test/support/index.ts';
import {
  callFunction,
  orderOf,
  signUpCustomer,
  SITE,
  stateOf,
  type Customer,
} from './payment-support.ts';
import { addFactor } from './support.ts';

const PENDING = {
  status: 'pending_manual_verification',
  stripe_session_id: null,
  logged: 'pending_manual_verification',
};

let server: TestServer;
let customer: Customer;
let stranger: Customer;

beforeAll(async () => {
  server = await startTestServer();
  customer = await signUpCustomer(server);
  stranger = await signUpCustomer(server);
});
afterAll(() => server.stop());

async function openCheckout(orderId: string): Promise<{ sessionId: string; page: string }> {
  const { body } = await callFunction(server, customer, 'create-checkout', {
    type: 'card_order',
    record_id: orderId,
  });
  const sessionId = new URL(body.url ?? '').searchParams.get('session_id') ?? '';
  return {
    sessionId,
    page: `${server.url}/functions/v1/sandbox-checkout?session_id=${sessionId}`,
  };
}

function choose(page: string, outcome: string): Promise<Response> {
  return fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });
}

function confirm(who: Customer, orderId: string, sessionId: string) {
  return callFunction(server, who, 'confirm-payment', {
    type: 'card_order',
    record_id: orderId,
    session_id: sessionId,
  });
}

describe('An order paid in the sandbox', () => {
  /** @covers 4.success-page.4, 4.success-page.6 */
  test('is completed once with its session, and the history shows it', async () => {
    const orderId = await orderOf(customer);
    const { sessionId, page } = await openCheckout(orderId);
    expect(await (await fetch(page)).text()).toContain('This is a test.');
    const paid = await choose(page, 'paid');
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toBe(
      `${SITE}/payment-success?type=card_order&session_id=${sessionId}&local_order_id=${orderId}`,
    );
    const first = await confirm(customer, orderId, sessionId);
    expect(first).toEqual({ status: 200, body: { status: 'completed' } });
    const done = { status: 'completed', stripe_session_id: sessionId, logged: 'completed' };
    expect(await stateOf(server, orderId)).toEqual(done);
    const again = await confirm(customer, orderId, sessionId);
    expect(again).toEqual({
      status: 409,
      body: { message: 'already confirmed', hint: 'payment.already_confirmed' },
    });
    expect(await stateOf(server, orderId)).toEqual(done);
  });

  /** @covers 4.success-page.4 */
  test('that is a recharge completes the recharge, and no order with the same id', async () => {
    const { data } = await customer.client
      .from('recharges')
      .insert({
        user_id: customer.id,
        operator: 'MTN',
        phone_number: '+234 803 555 0100',
        amount: 10,
        currency: 'USD',
        status: 'pending_manual_verification',
        recharge_details: { type: 'talktime' },
        payment_method: 'binance_pay',
        transaction_reference: 'BP-1',
      })
      .select('id')
      .single()
      .throwOnError();
    const record = { type: 'mobile_recharge', record_id: data.id };
    const { body } = await callFunction(server, customer, 'create-checkout', record);
    const sessionId = new URL(body.url ?? '').searchParams.get('session_id') ?? '';
    await choose(`${server.url}/functions/v1/sandbox-checkout?session_id=${sessionId}`, 'paid');
    const ofAnOrder = await confirm(customer, data.id, sessionId);
    expect(ofAnOrder.status).toBeGreaterThanOrEqual(400);
    const confirmed = await callFunction(server, customer, 'confirm-payment', {
      ...record,
      session_id: sessionId,
    });
    expect(confirmed).toEqual({ status: 200, body: { status: 'completed' } });
    const [stored] = await server.sql`
      select status, stripe_session_id from public.recharges where id = ${data.id}`;
    expect(stored).toEqual({ status: 'completed', stripe_session_id: sessionId });
  });

  test('is completed by one of two concurrent confirmations', async () => {
    const orderId = await orderOf(customer);
    const { sessionId, page } = await openCheckout(orderId);
    await choose(page, 'paid');
    const answers = await Promise.all([1, 2].map(() => confirm(customer, orderId, sessionId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('An order stays pending when its session', () => {
  test.each(['declined', 'cancelled', 'open'])('is %s', async (outcome) => {
    const orderId = await orderOf(customer);
    const { sessionId, page } = await openCheckout(orderId);
    const answer = outcome === 'open' ? null : await choose(page, outcome);
    if (outcome === 'declined') expect(answer?.status).toBe(402);
    if (outcome === 'cancelled') {
      expect(answer?.headers.get('location')).toBe(`${SITE}/payment-cancel?type=card_order`);
    }
    if (answer !== null) expect((await choose(page, 'paid')).status).toBe(409);
    expect(await confirm(customer, orderId, sessionId)).toMatchObject({ status: 402 });
    expect(await stateOf(server, orderId)).toEqual(PENDING);
  });

  test.each(['cs_sandbox_' + 'a'.repeat(48), 'cs_test_1', '../../orders', ''])(
    'has an invented id: %s',
    async (sessionId) => {
      const orderId = await orderOf(customer);
      const { status } = await confirm(customer, orderId, sessionId);
      expect([400, 404]).toContain(status);
      expect(await stateOf(server, orderId)).toEqual(PENDING);
    },
  );

  /** @covers 4.success-page.7 */
  test('paid for another order, or is used by another user', async () => {
    const paidOrder = await orderOf(customer);
    const { sessionId, page } = await openCheckout(paidOrder);
    await choose(page, 'paid');
    const other = await orderOf(customer);
    expect(await confirm(customer, other, sessionId)).toMatchObject({ status: 403 });
    const foreign = await orderOf(stranger);
    expect(await confirm(stranger, foreign, sessionId)).toMatchObject({ status: 403 });
    expect(await confirm(stranger, paidOrder, sessionId)).toMatchObject({ status: 404 });
    for (const id of [paidOrder, other, foreign])
      expect(await stateOf(server, id)).toEqual(PENDING);
  });

  test.each([
    ['amount_minor', '1'],
    ['currency', 'EUR'],
    ['user_id', null],
    ['record_id', randomUUID()],
    ['record_type', 'mobile_recharge'],
  ])('is for another %s', async (column, value) => {
    const orderId = await orderOf(customer);
    const { sessionId, page } = await openCheckout(orderId);
    await choose(page, 'paid');
    await server.sql`alter table public.sandbox_checkout_sessions disable trigger user`;
    await server.sql`
      update public.sandbox_checkout_sessions
      set ${server.sql(column)} = ${value ?? stranger.id} where id = ${sessionId}`;
    await server.sql`alter table public.sandbox_checkout_sessions enable trigger user`;
    expect(await confirm(customer, orderId, sessionId)).toMatchObject({ status: 403 });
    expect(await stateOf(server, orderId)).toEqual(PENDING);
  });
});

describe('A checkout', () => {
  test('is created only for a pending record of the caller with a known type', async () => {
    const orderId = await orderOf(customer);
    const ask = (who: Customer, body: unknown) =>
      callFunction(server, who, 'create-checkout', body).then(({ status }) => status);
    expect(await ask(stranger, { type: 'card_order', record_id: orderId })).toBe(404);
    expect(await ask(customer, { type: 'gift', record_id: orderId })).toBe(400);
    expect(await ask(customer, { type: 'card_order', record_id: 'x' })).toBe(400);
    expect(await ask(customer, ['card_order'])).toBe(400);
    await server.sql`
      update public.orders set status = 'manual_payment_rejected' where id = ${orderId}`;
    const refused = await callFunction(server, customer, 'create-checkout', {
      type: 'card_order',
      record_id: orderId,
    });
    expect(refused).toEqual({
      status: 409,
      body: { message: 'This card order has already been reviewed: manual payment rejected.' },
    });
  });

  test('requires the second factor if the user has one, like a payment', async () => {
    const careful = await signUpCustomer(server);
    const orderId = await orderOf(careful);
    const { body } = await callFunction(server, careful, 'create-checkout', {
      type: 'card_order',
      record_id: orderId,
    });
    const sessionId = new URL(body.url ?? '').searchParams.get('session_id') ?? '';
    await choose(`${server.url}/functions/v1/sandbox-checkout?session_id=${sessionId}`, 'paid');
    await addFactor(server.sql, careful.id);
    const again = await callFunction(server, careful, 'create-checkout', {
      type: 'card_order',
      record_id: orderId,
    });
    expect(again.status).toBe(404);
    expect(await confirm(careful, orderId, sessionId)).toMatchObject({ status: 404 });
    expect(await stateOf(server, orderId)).toEqual(PENDING);
  });

  test('is visible only with the secret key', async () => {
    const { error } = await customer.client.from('sandbox_checkout_sessions').select('id');
    expect(error?.code).toBe('42501');
  });
});

describe('A reader of Arabic gets', () => {
  const arabic = { 'Accept-Language': 'ar' };

  test('the payment page of the sandbox, from right to left, and returns to the Arabic pages', async () => {
    const reader = await signUpCustomer(server);
    const orderId = await orderOf(reader);
    const record = { type: 'card_order', record_id: orderId };
    const { body } = await callFunction(server, reader, 'create-checkout', record, arabic);
    const { search } = new URL(body.url ?? '');
    const page = `${server.url}/functions/v1/sandbox-checkout${search}`;
    // The address has priority over the browser's language.
    const answer = await fetch(page, { headers: { 'Accept-Language': 'de' } });
    const html = await answer.text();
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('هذا اختبار.');
    expect(html).toContain('<bdi>15.00 USD</bdi>');
    expect(html).toContain(`<bdi dir="ltr">${orderId}</bdi>`);
    expect(html.replaceAll(/<[^>]*>|\{[^}]*\}|BeaconPay|USD|@media[^<]*/g, '')).not.toMatch(
      /\b(?:test|payment|card|amount|reference)\b/i,
    );
    const paid = await choose(page, 'paid');
    expect(paid.headers.get('location')).toMatch(`${SITE}/ar/payment-success?`);
  });

  test('errors of the functions', async () => {
    const record = { type: 'card_order', record_id: randomUUID() };
    const refused = await callFunction(server, customer, 'create-checkout', record, arabic);
    expect(refused.body.message).toBe('لم نعثر على طلب البطاقة هذا في حسابك.');
    const unknown = await callFunction(server, customer, 'create-checkout', record, {
      'Accept-Language': 'xx',
    });
    expect(unknown.body.message).toBe("We couldn't find this card order in your account.");
  });

  test('a page without a language in the address by the browser', async () => {
    const page = `${server.url}/functions/v1/sandbox-checkout?session_id=x&locale=xx`;
    const html = await (await fetch(page, { headers: { 'Accept-Language': 'de-AT' } })).text();
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(html).toContain('<h1>Zahlung nicht gefunden</h1>');
  });
});

/** @covers security.limits.2 */
test.each(['create-checkout', 'confirm-payment', 'card-webhook'])(
  '%s stops reading a body at the limit, so that long bodies do not crash it',
  async (name) => {
    const answer = await callFunction(server, customer, name, { long: 'x'.repeat(300_000) });
    expect(answer).toEqual({ status: 413, body: { message: 'The body is too long.' } });
  },
);

/** The status of a request with any host name and headers, as curl sends it. */
async function askAs(
  where: Pick<TestServer, 'url'>,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<number> {
  const method = body === undefined ? 'GET' : 'POST';
  const sent = request(`${where.url}/functions/v1/${path}`, { method, headers }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

describe('The sandbox rejects requests', () => {
  /** @covers security.records.7 */
  test.each([
    ['under another host name', { Host: 'pay.example.com' }],
    ['under a host name that starts like a local address', { Host: '127.0.0.1.example.com' }],
    ['through a proxy with a Forwarded header', { Host: 'localhost', Forwarded: 'for=192.0.2.1' }],
    ['through a proxy that names itself', { Host: 'localhost', Via: '1.1 proxy' }],
    [
      'through a proxy that names the host',
      { Host: 'localhost', 'X-Forwarded-Host': 'pay.example.com' },
    ],
  ])('%s, and a payment that started on this machine is not completed', async (_how, headers) => {
    const orderId = await orderOf(customer);
    const { sessionId, page } = await openCheckout(orderId);
    const path = `sandbox-checkout?session_id=${sessionId}`;
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(await askAs(server, path, headers)).toBe(404);
    expect(await askAs(server, path, { ...headers, ...form }, 'outcome=paid')).toBe(404);
    await choose(page, 'paid');
    const signed = { ...headers, Authorization: customer.authorization, Origin: SITE };
    const record = { type: 'card_order', record_id: orderId };
    const confirmation = JSON.stringify({ ...record, session_id: sessionId });
    expect(await askAs(server, 'create-checkout', signed, JSON.stringify(record))).toBe(503);
    expect(await askAs(server, 'confirm-payment', signed, confirmation)).toBe(503);
    expect(await stateOf(server, orderId)).toEqual(PENDING);
  });

  test('from a page of another site', async () => {
    const orderId = await orderOf(customer);
    const headers = { Authorization: customer.authorization, Origin: 'https://shop.example.com' };
    const record = JSON.stringify({ type: 'card_order', record_id: orderId });
    expect(await askAs(server, 'create-checkout', headers, record)).toBe(503);
  });
});

/** @covers security.records.7 */
test('The sandbox does not run in production, with a real key, or on an address that others can reach', async () => {
  const settings: Record<string, string>[] = [
    { NODE_ENV: 'production' },
    { PUBLIC_URL: 'https://pay.example.com' },
    { FUNCTIONS_SECRET_STRIPE_SECRET_KEY: 'sk_test_1' },
    { TRUST_PROXY: 'true' },
    { TRUST_PROXY: 'true', NODE_ENV: 'development' },
    { HOST: '0.0.0.0', NODE_ENV: 'development', FUNCTIONS_SECRET_BEACONPAY_LOCAL_ONLY: 'true' },
  ];
  for (const environment of settings) {
    const other = await startTestServer({ environment });
    try {
      const page = await fetch(`${other.url}/functions/v1/sandbox-checkout?session_id=x`);
      expect(page.status).toBe(404);
      const payer = await signUpCustomer(other);
      const orderId = await orderOf(payer);
      const { status } = await callFunction(other, payer, 'confirm-payment', {
        type: 'card_order',
        record_id: orderId,
        session_id: 'cs_sandbox_' + 'a'.repeat(48),
      });
      expect(status).toBe(503);
    } finally {
      await other.stop();
    }
  }
});
