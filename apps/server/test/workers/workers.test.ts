import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../src/platform/free-port.ts';
import { startTestServer, type TestServer } from '../support/index.ts';

const EVERY_WORKER = 8;
const PASSWORD = 'correct horse 7';

let server: TestServer;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await findFreePort();
  server = await startTestServer({ environment: { METRICS_PORT: String(metricsPort) } });
});
afterAll(() => server.stop());

/** On a connection of its own, so that the workers take turns. */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    ...init,
    headers: {
      apikey: server.publishableKey,
      'Content-Type': 'application/json',
      Connection: 'close',
      ...(init.headers as Record<string, string>),
    },
  });
}

async function statusesOf(path: string, init?: RequestInit): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let asked = 0; asked < EVERY_WORKER; asked += 1) {
    const response = await ask(path, init);
    await response.text();
    statuses.add(response.status);
  }
  return statuses;
}

test('Every worker answers, and the metrics of all are told as one', async () => {
  expect(await statusesOf('/health/ready')).toEqual(new Set([200]));
  const response = await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`);
  expect(await response.text()).toContain(
    'beaconpay_request_duration_seconds_count{service="site",route="/health/ready",method="GET",' +
      `status="200"} ${String(EVERY_WORKER)}`,
  );
});

test('A session that ends at one worker has ended at all of them', async () => {
  const signedUp = await ask('/auth/v1/signup', {
    method: 'POST',
    body: JSON.stringify({ email: 'shared@example.com', password: PASSWORD }),
  });
  const { access_token: token } = (await signedUp.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${token}` };
  expect(await statusesOf('/auth/v1/user', { headers })).toEqual(new Set([200]));
  expect((await ask('/auth/v1/logout', { method: 'POST', headers })).status).toBe(204);
  expect(await statusesOf('/auth/v1/user', { headers })).toEqual(new Set([403]));
});

test('A new table is served by every worker after one NOTIFY', async () => {
  await server.sql`create table public.fresh (id int primary key)`;
  await server.sql`grant select on public.fresh to anon`;
  await server.sql`notify pgrst, 'reload schema'`;
  await expect.poll(() => statusesOf('/rest/v1/fresh')).toEqual(new Set([200]));
});
