import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyPreparedData } from '../support/prepared-data.ts';
import { FAULTS, FULL_DISK, type Fault } from './faults.ts';
import { startRestartingServer, type RestartingServer } from './restarting-server.ts';
import { signUpClient, type RetryingClient } from './retrying-client.ts';

const CLIENTS = 8;
const ORDERS_EACH = 18;
/** The number of acknowledged orders before the fault. */
const BEFORE_FAULT = 30;
/** The pause between two orders of a customer. Without the pause, all orders would be complete before the fault has an effect. */
const PACE_MS = 150;
/** For a loaded machine. On an idle one, no outage is longer than 5 s. */
const MAX_OUTAGE_S = 60;
const TIMEOUT_MS = 240_000;

interface Figures {
  readonly fault: string;
  readonly acknowledged: number;
  readonly lost: number;
  readonly repeated: number;
  readonly halfDone: number;
  readonly secondsWithoutService: number;
}

const isRoot = process.getuid?.() === 0;
const figures: Figures[] = [];
let dir: string;
let server: RestartingServer;
let administrator: RetryingClient;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-faults-'));
  if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=711', 'tmpfs', dir]);
  await chmod(dir, 0o711);
  await copyPreparedData(dir);
  server = await startRestartingServer({
    DATA_DIR: dir,
    WORKERS: '2',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_TOKEN_PER_5_MIN: '0',
    RATE_LIMIT_AUTH_PER_5_MIN: '0',
    RATE_LIMIT_UPLOADS_PER_HOUR: '0',
  });
  administrator = await signUpClient(server);
  await server.withOwner(
    (sql) =>
      sql`update public.profiles set account_type = 'admin' where id = ${administrator.userId}`,
  );
}, TIMEOUT_MS);

afterAll(async () => {
  // oxlint-disable-next-line no-console -- the run exists to report these figures
  console.table(figures);
  await server.stop();
  if (isRoot) execFileSync('umount', ['--lazy', dir]);
  await rm(dir, { recursive: true, force: true });
});

interface Acknowledged {
  /** The idempotency keys of the acknowledged orders. */
  readonly orders: readonly string[];
  readonly approved: readonly string[];
  /** The longest time without an acknowledged order. */
  readonly outageS: number;
}

/** Customers sign up and order during the fault; every second order is approved at once. */
async function orderDuring(fault: Fault): Promise<Acknowledged> {
  const orders: string[] = [];
  const approved: string[] = [];
  let acknowledgedAtMs = performance.now();
  let longestMs = 0;
  const acknowledge = (): void => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - acknowledgedAtMs);
    acknowledgedAtMs = nowMs;
  };
  const strikes: Promise<void>[] = [];
  const behave = async (): Promise<void> => {
    const client = await signUpClient(server);
    acknowledge();
    for (let count = 0; count < ORDERS_EACH; count += 1) {
      const key = await client.placeOrder();
      orders.push(key);
      acknowledge();
      if (orders.length >= BEFORE_FAULT && strikes.length === 0) {
        strikes.push(Promise.resolve(fault.strike({ server, dataDir: dir })));
      }
      if (count % 2 === 0) {
        await administrator.approve(key);
        approved.push(key);
        acknowledge();
      }
      await sleep(PACE_MS);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, behave));
  await Promise.all(strikes);
  return { orders, approved, outageS: longestMs / 1000 };
}

interface StoredOrder {
  readonly key: string;
  readonly status: string;
  readonly copies: number;
  readonly entries: number;
}

async function readStored(orders: readonly string[]) {
  return server.withOwner(async (sql) => {
    const stored = await sql<StoredOrder[]>`
      select
        o.idempotency_key as key, min(o.status) as status, count(distinct o.id)::int as copies,
        count(a.id)::int as entries
      from public.orders as o
      left join private.audit_log as a on a.record_id = o.id
      where o.idempotency_key = any(${orders})
      group by o.idempotency_key`;
    const halfOpened = await sql`
      select u.id
      from auth.users as u
      where not exists (select from auth.identities where user_id = u.id)
        or not exists (select from public.profiles where id = u.id)
        or not exists (select from public.users where id = u.id)`;
    return { stored, halfOpened };
  });
}

async function judge(fault: string, { orders, approved, outageS }: Acknowledged): Promise<Figures> {
  const { stored, halfOpened } = await readStored(orders);
  const isApproved = new Set(approved);
  const found = new Map(stored.map((order) => [order.key, order]));
  const wasUndone = (key: string) => found.get(key)?.status !== 'manual_payment_approved';
  return {
    fault,
    acknowledged: orders.length + approved.length,
    lost: orders.filter((key) => !found.has(key)).length + approved.filter(wasUndone).length,
    repeated: stored.filter(({ copies }) => copies > 1).length,
    // A decision and its audit entry are one transaction, like the rows of an account.
    halfDone:
      halfOpened.length +
      stored.filter(({ key, entries }) => entries !== (isApproved.has(key) ? 1 : 0)).length,
    secondsWithoutService: Number(outageS.toFixed(1)),
  };
}

async function expectNothingLost(fault: Fault): Promise<void> {
  const row = await judge(fault.name, await orderDuring(fault));
  figures.push(row);
  expect(row).toMatchObject({
    acknowledged: CLIENTS * (ORDERS_EACH + ORDERS_EACH / 2),
    lost: 0,
    repeated: 0,
    halfDone: 0,
  });
  expect(row.secondsWithoutService).toBeLessThan(MAX_OUTAGE_S);
}

for (const fault of FAULTS) {
  /** @covers security.limits.10 */
  test(
    `No acknowledged write is lost, repeated or partial after ${fault.name}`,
    () => expectNothingLost(fault),
    TIMEOUT_MS,
  );
}

test.skipIf(!isRoot)(
  'No acknowledged write is lost, repeated or partial after a full disk (root only)',
  () => expectNothingLost(FULL_DISK),
  TIMEOUT_MS,
);
