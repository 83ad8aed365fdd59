/** @covers security.records.6 */
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/test/support/index.ts';
import {
  callFunction,
  orderOf,
  signUpCustomer,
  SITE,
  stateOf,
  type Customer,
} from './payment-support.ts';
import { createStripeDouble, STRIPE_KEY, WEBHOOK_SECRET, type Session } from './stripe-double.ts';

const PENDING = {
  status: 'pending_manual_verification',
  stripe_session_id: null,
  logged: 'pending_manual_verification',
};

const double = createStripeDouble();
const stripe = new Stripe(STRIPE_KEY);
let server: TestServer;
let customer: Customer;

beforeAll(async () => {
  server = await startTestServer({ environment: await double.listen() });
  customer = await signUpCustomer(server);
});
afterEach(() => double.setDown(false));
afterAll(async () => {
  await server.stop();
  double.close();
});

async function openCheckout(
  orderId: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Session> {
  const record = { type: 'card_order', record_id: orderId };
  const { body } = await callFunction(server, customer, 'create-checkout', record, headers);
  const session = double.sessions.get(body.url?.split('/').at(-1) ?? '');
  if (session === undefined) throw new Error(`There is no session: ${JSON.stringify(body)}`);
  return session;
}

function confirm(orderId: string, sessionId: string) {
  return callFunction(server, customer, 'confirm-payment', {
    type: 'card_order',
    record_id: orderId,
    session_id: sessionId,
  });
}

interface Signing {
  readonly secret?: string;
  readonly timestamp?: number;
}

async function deliver(
  session: Session,
  { secret = WEBHOOK_SECRET, timestamp }: Signing = {},
  type = 'checkout.session.completed',
): Promise<number> {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: session } });
  const signature = stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp === undefined ? {} : { timestamp }),
  });
  const answer = await fetch(`${server.url}/functions/v1/card-webhook`, {
    method: 'POST',
    headers: { 'Stripe-Signature': signature },
    body: payload,
  });
  await answer.body?.cancel();
  return answer.status;
}

describe('With Stripe', () => {
  test('a checkout has the record, user, price and return URLs, and a record has one checkout', async () => {
    const orderId = await orderOf(customer);
    const session = await openCheckout(orderId);
    expect(Object.fromEntries(double.forms.at(-1) ?? [])).toMatchObject({
      mode: 'payment',
      client_reference_id: orderId,
      'metadata[record_type]': 'card_order',
      'metadata[user_id]': customer.id,
      'line_items[0][price_data][unit_amount]': '1500',
      'line_items[0][price_data][currency]': 'usd',
      success_url: `${SITE}/payment-success?type=card_order&session_id={CHECKOUT_SESSION_ID}&local_order_id=${orderId}`,
      cancel_url: `${SITE}/payment-cancel?type=card_order`,
      locale: 'en',
    });
    expect((await openCheckout(orderId)).id).toBe(session.id);
  });

  test('a checkout is in the language of the customer, who returns to the pages of this language', async () => {
    const orderId = await orderOf(customer);
    const session = await openCheckout(orderId, { 'Accept-Language': 'xx, en;q=0.1, de-AT;q=0.9' });
    expect(Object.fromEntries(double.forms.at(-1) ?? [])).toMatchObject({
      locale: 'de',
      'line_items[0][price_data][product_data][name]': 'Virtuelle BeaconPay-Karte',
      success_url: `${SITE}/de/payment-success?type=card_order&session_id={CHECKOUT_SESSION_ID}&local_order_id=${orderId}`,
      cancel_url: `${SITE}/de/payment-cancel?type=card_order`,
    });
    // A second page would allow a second payment.
    const other = await openCheckout(orderId, { 'Accept-Language': 'ar' });
    expect(other.id).toBe(session.id);
  });

  test('a checkout in a language that Stripe lacks leaves the language to Stripe', async () => {
    await openCheckout(await orderOf(customer), { 'Accept-Language': 'ar' });
    expect(double.forms.at(-1)?.get('locale')).toBe('auto');
  });

  /** @covers 4.success-page.7 */
  test('a paid session completes its record, an unpaid or unknown one does not', async () => {
    const orderId = await orderOf(customer);
    const session = await openCheckout(orderId);
    expect(await confirm(orderId, session.id)).toMatchObject({ status: 402 });
    expect(await confirm(orderId, 'cs_test_unknown')).toMatchObject({ status: 404 });
    expect(await stateOf(server, orderId)).toEqual(PENDING);
    session.payment_status = 'paid';
    expect(await confirm(orderId, session.id)).toMatchObject({ status: 200 });
    expect(await stateOf(server, orderId)).toMatchObject({
      status: 'completed',
      stripe_session_id: session.id,
    });
  });

  test.each([{ amount_total: 1 }, { currency: 'eur' }])(
    'a session with another price completes no record: %j',
    async (difference) => {
      const orderId = await orderOf(customer);
      const session = await openCheckout(orderId);
      Object.assign(session, { payment_status: 'paid', ...difference });
      expect(await confirm(orderId, session.id)).toMatchObject({ status: 403 });
      expect(await deliver(session)).toBe(200);
      expect(await stateOf(server, orderId)).toEqual(PENDING);
    },
  );

  test('an unavailable provider is reported and changes nothing, and payments work again afterwards', async () => {
    const orderId = await orderOf(customer);
    const session = await openCheckout(orderId);
    session.payment_status = 'paid';
    double.setDown(true);
    expect(await confirm(orderId, session.id)).toMatchObject({ status: 503 });
    expect(await stateOf(server, orderId)).toEqual(PENDING);
    double.setDown(false);
    expect(await confirm(orderId, session.id)).toMatchObject({ status: 200 });
  });
});

describe('An event of Stripe', () => {
  test('completes the record once: before and after the customer returns, and when sent twice', async () => {
    const first = await orderOf(customer);
    const early = await openCheckout(first);
    early.payment_status = 'paid';
    expect(await deliver(early)).toBe(200);
    expect(await stateOf(server, first)).toMatchObject({
      status: 'completed',
      logged: 'completed',
    });
    expect(await confirm(first, early.id)).toEqual({
      status: 409,
      body: { message: 'already confirmed', hint: 'payment.already_confirmed' },
    });
    expect(await deliver(early)).toBe(200);

    const second = await orderOf(customer);
    const late = await openCheckout(second);
    late.payment_status = 'paid';
    expect(await confirm(second, late.id)).toMatchObject({ status: 200 });
    expect(await deliver(late, {}, 'checkout.session.async_payment_succeeded')).toBe(200);
    expect(await stateOf(server, second)).toMatchObject({ stripe_session_id: late.id });
  });

  /** @covers 7.functions.7 */
  test('completes the record once, even with a concurrent confirmation of the customer', async () => {
    const orderId = await orderOf(customer);
    const session = await openCheckout(orderId);
    session.payment_status = 'paid';
    // The confirmation has read the pending record when the event completes it.
    const held = double.hold();
    const confirmed = confirm(orderId, session.id);
    await held.reached;
    expect(await deliver(session)).toBe(200);
    held.release();
    expect(await confirmed).toEqual({
      status: 409,
      body: { message: 'already confirmed', hint: 'payment.already_confirmed' },
    });
    expect(await stateOf(server, orderId)).toEqual({
      status: 'completed',
      stripe_session_id: session.id,
      logged: 'completed',
    });
  });

  test('is refused with a wrong signature, an old one, or none', async () => {
    const orderId = await orderOf(customer);
    const session = await openCheckout(orderId);
    session.payment_status = 'paid';
    expect(await deliver(session, { secret: 'whsec_wrong' })).toBe(400);
    const old = Math.floor(Date.now() / 1000) - 301;
    expect(await deliver(session, { timestamp: old })).toBe(400);
    const unsigned = await fetch(`${server.url}/functions/v1/card-webhook`, {
      method: 'POST',
      body: JSON.stringify({ type: 'checkout.session.completed', data: { object: session } }),
    });
    expect(unsigned.status).toBe(400);
    expect(await stateOf(server, orderId)).toEqual(PENDING);
  });

  test('about an unpaid session, or of another type, changes nothing', async () => {
    const orderId = await orderOf(customer);
    const session = await openCheckout(orderId);
    expect(await deliver(session)).toBe(200);
    session.payment_status = 'paid';
    expect(await deliver(session, {}, 'checkout.session.expired')).toBe(200);
    expect(await stateOf(server, orderId)).toEqual(PENDING);
  });

  test('about a record that has been rejected is accepted and changes nothing', async () => {
    const orderId = await orderOf(customer);
    const session = await openCheckout(orderId);
    session.payment_status = 'paid';
    await server.sql`
      update public.orders set status = 'manual_payment_rejected' where id = ${orderId}`;
    expect(await deliver(session)).toBe(200);
    expect(await stateOf(server, orderId)).toMatchObject({ status: 'manual_payment_rejected' });
  });
});
