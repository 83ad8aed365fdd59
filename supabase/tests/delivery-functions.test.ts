import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/test/support/index.ts';
import { callFunction, orderOf, signUpCustomer, SITE, type Customer } from './payment-support.ts';
import { addFactor, insertRecharge, rechargeFields } from './support.ts';

type Server = Pick<TestServer, 'url' | 'publishableKey' | 'sql'>;

async function signUpAdministrator(server: Server): Promise<Customer> {
  const administrator = await signUpCustomer(server);
  await server.sql`
    update public.profiles set account_type = 'admin' where id = ${administrator.id}`;
  return administrator;
}

async function approvedOrder(server: Server, customer: Customer): Promise<string> {
  const id = await orderOf(customer);
  await server.sql`update public.orders set status = 'manual_payment_approved' where id = ${id}`;
  return id;
}

async function approvedRecharge(server: Server, customer: Customer): Promise<string> {
  const { id } = await insertRecharge(server.sql, rechargeFields(customer.id));
  await server.sql`update public.recharges set status = 'manual_payment_approved' where id = ${id}`;
  return id;
}

async function deliveryOf(server: Server, id: string): Promise<unknown> {
  const [row] = await server.sql`
    select state, is_test, provider, delivered_by, card_last4, confirmation, failure_reason
    from public.deliveries where record_id = ${id}`;
  return row;
}

const OPEN = { state: 'to_deliver', is_test: false, card_last4: null, confirmation: null };

describe('the sandbox of the providers', () => {
  let server: TestServer;
  let customer: Customer;
  let administrator: Customer;

  beforeAll(async () => {
    server = await startTestServer();
    customer = await signUpCustomer(server);
    administrator = await signUpAdministrator(server);
  });
  afterAll(() => server.stop());

  test('issues a card that is marked as a test, once, for an administrator', async () => {
    const id = await approvedOrder(server, customer);
    const issue = () => callFunction(server, administrator, 'issue-card', { record_id: id });
    expect(await issue()).toEqual({ status: 200, body: { state: 'delivered', is_test: true } });
    expect(await deliveryOf(server, id)).toMatchObject({
      state: 'delivered',
      is_test: true,
      provider: 'sandbox',
      delivered_by: administrator.id,
      card_last4: '4242',
    });
    expect(await issue()).toMatchObject({
      status: 409,
      body: { hint: 'delivery.already_delivered' },
    });
    const [entry] = await server.sql`
      select after ->> 'delivered_by' as delivered_by from private.audit_log
      where record_id = ${id} and table_name = 'deliveries'`;
    expect(entry).toEqual({ delivered_by: administrator.id });
  });

  test('sends a top-up that is marked as a test, and no card for a top-up', async () => {
    const id = await approvedRecharge(server, customer);
    expect(
      await callFunction(server, administrator, 'issue-card', { record_id: id }),
    ).toMatchObject({ status: 400, body: { hint: 'delivery.kind' } });
    expect(await callFunction(server, administrator, 'send-top-up', { record_id: id })).toEqual({
      status: 200,
      body: { state: 'delivered', is_test: true },
    });
    expect(await deliveryOf(server, id)).toMatchObject({
      is_test: true,
      confirmation: `SANDBOX-${id.slice(0, 8)}`,
    });
  });

  test('is named to administrators only', async () => {
    expect(await callFunction(server, administrator, 'issue-card', {})).toEqual({
      status: 200,
      body: { provider: 'sandbox', is_test: true },
    });
    expect(await callFunction(server, customer, 'issue-card', {})).toMatchObject({ status: 403 });
  });

  test('delivers nothing for customers, for records that are not approved, and without the second factor', async () => {
    const id = await approvedOrder(server, customer);
    const ask = (who: Customer, recordId: unknown) =>
      callFunction(server, who, 'issue-card', { record_id: recordId }).then(({ status }) => status);
    expect(await ask(customer, id)).toBe(403);
    expect(await ask(administrator, await orderOf(customer))).toBe(404);
    expect(await ask(administrator, 'x')).toBe(404);
    const careful = await signUpAdministrator(server);
    await addFactor(server.sql, careful.id);
    expect(await ask(careful, id)).toBe(403);
    expect(await deliveryOf(server, id)).toMatchObject(OPEN);
  });

  test.each([
    ['under another host name', { Host: 'pay.example.com' }],
    ['through a proxy', { Host: 'localhost', Via: '1.1 proxy' }],
    ['from a page of another site', { Host: 'localhost', Origin: 'https://shop.example.com' }],
  ])('does not respond %s', async (_how, headers) => {
    const id = await approvedOrder(server, customer);
    const sent = request(`${server.url}/functions/v1/issue-card`, {
      method: 'POST',
      headers: { Authorization: administrator.authorization, Origin: SITE, ...headers },
    }).end(JSON.stringify({ record_id: id }));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(503);
    expect(await deliveryOf(server, id)).toMatchObject(OPEN);
  });
});

test('The sandbox of the providers does not run in production or on an address that others can reach', async () => {
  for (const environment of [
    { NODE_ENV: 'production' },
    { PUBLIC_URL: 'https://pay.example.com' },
    { TRUST_PROXY: 'true', NODE_ENV: 'development' },
    { HOST: '0.0.0.0', NODE_ENV: 'development', FUNCTIONS_SECRET_BEACONPAY_LOCAL_ONLY: 'true' },
  ]) {
    const server = await startTestServer({ environment });
    try {
      const administrator = await signUpAdministrator(server);
      const id = await approvedOrder(server, await signUpCustomer(server));
      expect(
        await callFunction(server, administrator, 'issue-card', { record_id: id }),
      ).toMatchObject({ status: 503, body: { hint: 'delivery.no_provider' } });
      expect(await callFunction(server, administrator, 'issue-card', {})).toMatchObject({
        body: { provider: null },
      });
      expect(await deliveryOf(server, id)).toMatchObject(OPEN);
    } finally {
      await server.stop();
    }
  }
});

describe('a provider of the operator', () => {
  interface Received {
    readonly key: string | undefined;
    readonly idempotencyKey: string | undefined;
    readonly body: unknown;
  }
  const received: Received[] = [];
  let respond: { status: number; body: unknown } = { status: 200, body: {} };
  const issuer = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => {
      received.push({
        key: incoming.headers.authorization,
        idempotencyKey: incoming.headers['idempotency-key'] as string | undefined,
        body: JSON.parse(Buffer.concat(chunks).toString()) as unknown,
      });
      response.writeHead(respond.status).end(JSON.stringify(respond.body));
    });
  });
  let server: TestServer;
  let customer: Customer;
  let administrator: Customer;

  beforeAll(async () => {
    issuer.listen(0, '127.0.0.1');
    await once(issuer, 'listening');
    const address = `127.0.0.1:${String((issuer.address() as AddressInfo).port)}`;
    server = await startTestServer({
      environment: {
        FUNCTIONS_SECRET_CARD_ISSUER_URL: `http://${address}/cards`,
        FUNCTIONS_SECRET_CARD_ISSUER_KEY: 'issuer-key',
        FUNCTIONS_ALLOW_NET: address,
      },
    });
    customer = await signUpCustomer(server);
    administrator = await signUpAdministrator(server);
  });
  afterAll(async () => {
    await server.stop();
    issuer.close();
  });

  test('receives the order with an idempotency key, and its card is not a test', async () => {
    const id = await approvedOrder(server, customer);
    respond = { status: 200, body: { last4: '1881', expiry: '08/2030', number: 'not stored' } };
    expect(await callFunction(server, administrator, 'issue-card', { record_id: id })).toEqual({
      status: 200,
      body: { state: 'delivered', is_test: false },
    });
    expect(received.at(-1)).toMatchObject({
      key: 'Bearer issuer-key',
      idempotencyKey: id,
      body: { record_id: id, order: { kind: 'card_order', tier: 'premium', card_name: 'Travel' } },
    });
    expect(await deliveryOf(server, id)).toMatchObject({
      state: 'delivered',
      is_test: false,
      provider: '127.0.0.1',
      card_last4: '1881',
    });
  });

  test.each([
    [503, {}, '127.0.0.1 responded with 503'],
    [
      200,
      { last4: '4111111111111111', expiry: '08/2030' },
      '127.0.0.1 sent a result that is not valid',
    ],
    [200, { last4: '1881' }, '127.0.0.1 sent a result that is not valid'],
    [200, null, '127.0.0.1 sent a result that is not valid'],
  ])('that responds with %i %o leaves the record in the queue', async (status, body, reason) => {
    const id = await approvedOrder(server, customer);
    respond = { status, body };
    expect(
      await callFunction(server, administrator, 'issue-card', { record_id: id }),
    ).toMatchObject({ status: 502, body: { hint: 'delivery.provider_failed' } });
    expect(await deliveryOf(server, id)).toMatchObject({ state: 'failed', failure_reason: reason });
    respond = { status: 200, body: { last4: '1881', expiry: '08/2030' } };
    await callFunction(server, administrator, 'issue-card', { record_id: id });
    expect(received.slice(-2).map(({ idempotencyKey }) => idempotencyKey)).toEqual([id, id]);
    expect(await deliveryOf(server, id)).toMatchObject({ state: 'delivered' });
  });
});
