import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/test/support/index.ts';
import { startHttpDouble, type HttpDouble } from '../../apps/server/test/support/http-double.ts';
import { actAs, insertOrder, makeAdmin, orderFields, signedIn, signUp } from './support.ts';

const SECRET = 'a-secret-of-the-webhook';

let chat: HttpDouble;
let server: TestServer;
let admin: string;
let customer: string;

beforeAll(async () => {
  chat = await startHttpDouble((_, response) => response.end('ok'));
  server = await startTestServer({
    environment: { FUNCTIONS_ALLOW_NET: new URL(chat.url).host },
  });
  admin = await makeAdmin(server.sql);
  customer = await signUp(server.sql);
});
afterAll(async () => {
  await server.stop();
  await chat.close();
});
beforeEach(async () => {
  chat.asked.length = 0;
  chat.answer = (_, response) => response.end('ok');
  await server.sql`delete from public.webhook_deliveries`;
  await setUrl(`${chat.url}/hook`);
});

/** The settings refuse URLs of this machine. */
async function setUrl(url: string | null): Promise<void> {
  await server.sql`
    update public.back_office_settings set webhook_url = 'https://chat.example.com/hook', webhook_secret = ${SECRET}`;
  await server.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.back_office_settings set webhook_url = ${url}`;
  });
}

const order = () =>
  actAs(server.sql, signedIn(customer), (tx) => insertOrder(tx, orderFields(customer)));

async function send(): Promise<unknown> {
  const response = await fetch(`${server.url}/functions/v1/send-webhooks`, { method: 'POST' });
  expect(response.status).toBe(200);
  return response.json();
}

const deliveries = () => server.sql`
  select event, state, attempts, status_code, error,
    round(extract(epoch from due_at - now()) / 60)::int as wait_min
  from public.webhook_deliveries order by created_at`;

describe('a webhook', () => {
  test('is posted with a signature for each step of a record, without personal data', async () => {
    const { id } = await order();
    await actAs(
      server.sql,
      signedIn(admin),
      (tx) => tx`
        update public.orders set status = 'manual_payment_approved', admin_notes = 'Ada' where id = ${id}`,
    );
    expect(await send()).toEqual({ delivered: 2, failed: 0 });
    const bodies = chat.asked.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(bodies.map(({ event }) => event).sort()).toEqual(['record.approved', 'record.received']);
    expect(bodies[0]).toMatchObject({
      data: { id, kind: 'card_order', amount: '15', currency: 'USD', method: 'bank_transfer' },
    });
    expect(JSON.stringify(bodies)).not.toMatch(/FT-2026|Ada|@example/);
    for (const { headers, body } of chat.asked) {
      const [messageId, time] = [headers['webhook-id'], headers['webhook-timestamp']];
      const signature = createHmac('sha256', SECRET)
        .update(`${String(messageId)}.${String(time)}.${body}`)
        .digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${signature}`);
      expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60);
    }
    expect(await send()).toEqual({ delivered: 0, failed: 0 });
    expect(
      await server.sql`
        select detail from public.record_events where record_id = ${id} and kind = 'webhook' order by detail ->> 'event'`,
    ).toEqual([
      { detail: { event: 'record.approved', state: 'delivered', status_code: 200 } },
      { detail: { event: 'record.received', state: 'delivered', status_code: 200 } },
    ]);
  });

  test('is tried again for a day with growing pauses, and an administrator can send it again', async () => {
    chat.answer = (_, response) => {
      response.statusCode = 503;
      response.end();
    };
    await order();
    expect(await send()).toEqual({ delivered: 0, failed: 1 });
    expect(await deliveries()).toEqual([
      {
        event: 'record.received',
        state: 'waiting',
        attempts: 1,
        status_code: 503,
        error: 'not accepted',
        wait_min: 1,
      },
    ]);
    expect(await send()).toEqual({ delivered: 0, failed: 0 });
    await server.sql`
      update public.webhook_deliveries set due_at = now(), created_at = now() - interval '25 hours'`;
    await send();
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 2 }]);
    const [{ id } = { id: '' }] = await server.sql<{ id: string }[]>`
      select id from public.webhook_deliveries`;
    chat.answer = (_, response) => response.end();
    await actAs(server.sql, signedIn(admin), (tx) => tx`select public.retry_webhook(${id})`);
    expect(await send()).toEqual({ delivered: 1, failed: 0 });
    const [first, , last] = chat.asked;
    expect(last?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  test('does not follow a redirect, and goes to one of several callers', async () => {
    chat.answer = ({ path }, response) => {
      response.writeHead(path === '/hook' ? 302 : 200, { Location: '/elsewhere' });
      response.end();
    };
    await order();
    await Promise.all([send(), send(), send()]);
    expect(chat.asked.map(({ path }) => path)).toEqual(['/hook']);
    expect(await deliveries()).toMatchObject([{ state: 'waiting', status_code: 302 }]);
  });

  test('to a host that the operator has not allowed is not sent', async () => {
    await setUrl('https://chat.example.com/hook');
    await order();
    await send();
    expect(await deliveries()).toMatchObject([
      { state: 'waiting', error: 'the host is not allowed' },
    ]);
  });

  test('is not queued without a URL, and an administrator can test one', async () => {
    await setUrl(null);
    await order();
    expect(await deliveries()).toEqual([]);
    const sendTest = () =>
      actAs(server.sql, signedIn(admin), (tx) => tx`select public.send_test_webhook()`);
    await expect(sendTest()).rejects.toMatchObject({ code: '23514' });
    await setUrl(`${chat.url}/hook`);
    await sendTest();
    await send();
    expect(await deliveries()).toMatchObject([{ event: 'webhook.test', state: 'delivered' }]);
  });
});

describe('in production', () => {
  test('a webhook goes to no local address and only to https', async () => {
    const production = await startTestServer({ environment: { NODE_ENV: 'production' } });
    try {
      const addresses = [
        'http://chat.example.com/',
        'https://localhost/',
        'https://127.0.0.1/',
        'https://2130706433/',
        'https://10.1.2.3/',
        'https://[::1]/',
        'https://[::ffff:10.0.0.1]/',
        'https://169.254.169.254/latest',
        'https://metadata.internal/',
      ];
      for (const url of addresses) {
        await production.sql.begin(async (tx) => {
          await tx`set local session_replication_role = replica`;
          await tx`update public.back_office_settings set webhook_url = ${url}`;
        });
        await production.sql`
          insert into public.webhook_deliveries (event, data) values ('webhook.test', '{}')`;
        await fetch(`${production.url}/functions/v1/send-webhooks`, { method: 'POST' });
        const [delivery] = await production.sql`
          delete from public.webhook_deliveries returning error`;
        expect(delivery?.error, url).toMatch(
          /^the URL (leads into a local network|does not start)/,
        );
      }
    } finally {
      await production.stop();
    }
  });
});
