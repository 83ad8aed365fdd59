import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { denoProcessesOf } from '../../apps/server/test/contract/functions-fixtures.ts';
import {
  startRestartingServer,
  type RestartingServer,
} from '../../apps/server/test/faults/restarting-server.ts';
import { killPostmaster } from '../../apps/server/test/support/processes.ts';
import {
  callFunction,
  orderOf,
  signUpCustomer,
  stateOf,
  type Customer,
} from './payment-support.ts';
import { createStripeDouble } from './stripe-double.ts';

/** The embedded Postgres recovers within 20 s, and later on a busy machine. */
const RECOVERY_TIMEOUT_MS = 40_000;
const TEST_TIMEOUT_MS = 4 * RECOVERY_TIMEOUT_MS;
const COMPLETED = { status: 'completed', logged: 'completed' };
const UNTOUCHED = {
  status: 'pending_manual_verification',
  stripe_session_id: null,
  logged: 'pending_manual_verification',
};

const double = createStripeDouble();
let dir: string;
let server: RestartingServer;
let customer: Customer;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-payment-crashes-'));
  // Postgres runs as another user where this runs as root.
  await chmod(dir, 0o711);
  server = await startRestartingServer({
    ...(await double.listen()),
    DATA_DIR: dir,
    LOG_LEVEL: 'silent',
  });
  customer = await signUpCustomer(server);
});
afterAll(async () => {
  await server.stop();
  double.close();
  await rm(dir, { recursive: true, force: true });
});

/** The processes that can be killed while a payment is confirmed. */
const ENDS: readonly { name: string; strike: () => void | Promise<void> }[] = [
  { name: 'the server', strike: () => void process.kill(server.processId(), 'SIGKILL') },
  {
    name: 'the process of the function',
    strike() {
      const ids = denoProcessesOf(server.processId());
      expect(ids).not.toEqual([]);
      for (const id of ids) process.kill(id, 'SIGKILL');
    },
  },
  {
    name: 'Postgres',
    strike: () => killPostmaster(join(dir, 'postgres')),
  },
];

interface PaidOrder {
  readonly orderId: string;
  confirm: () => Promise<number>;
}

async function createPaidOrder(): Promise<PaidOrder> {
  const orderId = await orderOf(customer);
  const { body } = await callFunction(server, customer, 'create-checkout', {
    type: 'card_order',
    record_id: orderId,
  });
  const session = double.sessions.get(body.url?.split('/').at(-1) ?? '');
  if (session === undefined) throw new Error(`There is no session: ${JSON.stringify(body)}`);
  session.payment_status = 'paid';
  const request = { type: 'card_order', record_id: orderId, session_id: session.id };
  return {
    orderId,
    // 0: no response.
    confirm: () =>
      callFunction(server, customer, 'confirm-payment', request).then(
        ({ status }) => status,
        () => 0,
      ),
  };
}

/** Retries, because the server may still recover from an earlier test. */
function paidOrder(): Promise<PaidOrder> {
  return vi.waitFor(createPaidOrder, { timeout: RECOVERY_TIMEOUT_MS, interval: 200 });
}

const readState = (orderId: string) => server.withOwner((sql) => stateOf({ sql }, orderId));

/** Retries, as a customer would, until the response reports the order as paid. */
async function expectCompletion(orderId: string, confirm: () => Promise<number>): Promise<void> {
  await expect
    .poll(confirm, { timeout: RECOVERY_TIMEOUT_MS, interval: 200 })
    .toSatisfy((status: number) => status === 200 || status === 409);
  expect(await readState(orderId)).toMatchObject(COMPLETED);
  const logged = await server.withOwner(
    (sql) => sql`select id from public.transactions where related_order_id = ${orderId}`,
  );
  expect(logged).toHaveLength(1);
}

/**
 * Confirms until a request reaches the card provider. A first request may fail, because the server has just
 * recovered from an earlier test.
 */
async function confirmUntil(
  reached: Promise<undefined>,
  confirm: () => Promise<number>,
): Promise<{ response: Promise<number> }> {
  return vi.waitFor(
    async () => {
      const response = confirm();
      const hasReached = await Promise.race([reached.then(() => true), response.then(() => false)]);
      if (!hasReached) throw new Error('No request has reached the card provider.');
      return { response };
    },
    { timeout: RECOVERY_TIMEOUT_MS, interval: 200 },
  );
}

describe.each(ENDS)('When $name is killed', { timeout: TEST_TIMEOUT_MS }, ({ strike }) => {
  /** @covers 7.functions.7 */
  test('during the request to the card provider, the record stays pending and the next attempt completes it', async () => {
    const { orderId, confirm } = await paidOrder();
    const held = double.hold();
    const { response } = await confirmUntil(held.reached, confirm);
    await strike();
    await expect
      .poll(() => readState(orderId).catch(() => null), { timeout: RECOVERY_TIMEOUT_MS })
      .toEqual(UNTOUCHED);
    held.release();
    await response;
    await expectCompletion(orderId, confirm);
  });

  /** @covers 7.functions.7 */
  test('during the completion of the record, it is completed once, by this or the next attempt', async () => {
    const { orderId, confirm } = await paidOrder();
    // Another transaction has locked the row, so the completion waits.
    const first = await server.withOwner(async (sql) => {
      const lost = sql.begin(async (tx) => {
        await tx`select from public.orders where id = ${orderId} for update`;
        const answered = confirm();
        await expect
          .poll(async () => {
            const waiting = await tx`
              select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'orders'`;
            return waiting.length;
          })
          .toBe(1);
        await strike();
        return { answered };
      });
      return lost.catch(() => null);
    });
    await first?.answered;
    await expectCompletion(orderId, confirm);
  });
});
