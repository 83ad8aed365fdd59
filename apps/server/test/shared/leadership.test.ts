/** @covers security.limits.17 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { requireLease, type Lead } from '../../src/platform/shared/leadership.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { startLeadership } from './start-shared-parts.ts';
import { until } from './until.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const open: ReturnType<typeof startLeadership>[] = [];
afterEach(async () => {
  await Promise.all(
    open.splice(0).map((leadership) => leadership.close(AbortSignal.timeout(5000))),
  );
});

function startProcess(applicationName: string) {
  const leadership = startLeadership(database.connection, applicationName);
  open.push(leadership);
  return leadership;
}

/** Work that records its start and end, and ends when its signal aborts. */
function createWork() {
  const log: string[] = [];
  const work = async ({ signal }: Lead): Promise<void> => {
    log.push('begins');
    if (!signal.aborted) {
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    log.push('ends');
  };
  return { log, work };
}

test('one of two processes leads, and the other one leads after a release', async () => {
  const [first, second] = [createWork(), createWork()];
  const giveUp = startProcess('test-first').lead('test:give-up', first.work);
  await until(() => first.log.length === 1);
  startProcess('test-second').lead('test:give-up', second.work);
  const other = createWork();
  startProcess('test-second').lead('test:another', other.work);
  // The second process requested this lease before it got the other one.
  await until(() => other.log.length === 1);
  expect(second.log).toEqual([]);
  await giveUp();
  expect(first.log).toEqual(['begins', 'ends']);
  await until(() => second.log.length === 1);
});

test('a leader whose connection is lost is aborted, and another process leads within seconds', async () => {
  const [first, second] = [createWork(), createWork()];
  startProcess('test-lost').lead('test:lost', first.work);
  await until(() => first.log.length === 1);
  startProcess('test-next').lead('test:lost', second.work);
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test-lost'`;
  await until(() => first.log.includes('ends'));
  await until(() => first.log.length + second.log.length === 3);
});

test('a process leads again after its work failed', async () => {
  let started = 0;
  startProcess('test-failing').lead('test:failing', () => {
    started += 1;
    return Promise.reject(new Error('the work failed'));
  });
  await until(() => started === 2);
});

test('the work ends before another process leads', async () => {
  const mayEnd = Promise.withResolvers<undefined>();
  const log: string[] = [];
  const giveUp = startProcess('test-slow').lead('test:slow', async ({ signal }) => {
    log.push('first begins');
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await mayEnd.promise;
    log.push('first ends');
  });
  await until(() => log.length === 1);
  const second = startProcess('test-waiting');
  second.lead('test:slow', () => {
    log.push('second begins');
    return Promise.resolve();
  });
  const asked = createWork();
  second.lead('test:asked', asked.work);
  const given = giveUp();
  await until(() => asked.log.length === 1);
  mayEnd.resolve(undefined);
  await given;
  await until(() => log.length >= 3);
  expect(log.slice(0, 3)).toEqual(['first begins', 'first ends', 'second begins']);
});

test('work that does not end does not delay a close beyond the deadline', async () => {
  const leadership = startProcess('test-stubborn');
  const started = Promise.withResolvers<undefined>();
  leadership.lead('test:stubborn', () => {
    started.resolve(undefined);
    return new Promise(() => undefined);
  });
  await started.promise;
  open.pop();
  // It would never resolve if it waited for the work.
  await leadership.close(AbortSignal.timeout(200));
});

/** Leads until the leadership ends. */
async function takeLead(name: string): Promise<Lead> {
  const taken = Promise.withResolvers<Lead>();
  startProcess(name).lead(name, async (lead) => {
    taken.resolve(lead);
    await new Promise((resolve) => lead.signal.addEventListener('abort', resolve, { once: true }));
  });
  return taken.promise;
}

const holderOf = async (name: string): Promise<unknown> => {
  const [row] = await database.sql`
    select holder from backend_shared.leases where name = ${name}`;
  return row?.holder;
};

/** @covers realtime.15 */
test('another process leads within seconds when the leader hangs, and the old leader writes nothing when it resumes', async () => {
  await database.sql`create table public.led (by_pid int, n int)`;
  await database.sql`grant insert on public.led to backend_shared`;
  const hanging = fork(new URL('leader-that-hangs.ts', import.meta.url));
  const pid = hanging.pid ?? 0;
  const written = async (): Promise<number> =>
    (await database.sql`select from public.led where by_pid = ${pid}`).count;
  try {
    hanging.send(database.connection);
    await until(written);
    const follower = createWork();
    startProcess('test-follower').lead('test:hanging', follower.work);
    process.kill(pid, 'SIGSTOP');
    await until(() => follower.log.length === 1, 15_000);
    const [holder, before] = [await holderOf('test:hanging'), await written()];
    const ended = once(hanging, 'message');
    process.kill(pid, 'SIGCONT');
    expect(await ended).toEqual(['This process no longer leads test:hanging.', undefined]);
    expect(await written()).toBe(before);
    expect(await holderOf('test:hanging')).toBe(holder);
    expect(follower.log).toEqual(['begins']);
  } finally {
    hanging.kill('SIGKILL');
  }
});

test('a renewed lease is valid beyond its first expiry', async () => {
  const lead = await takeLead('test:renewed');
  const expiresAt = async (): Promise<unknown> => {
    const [row] = await database.sql<{ expires_at: Date }[]>`
      select expires_at from backend_shared.leases where name = 'test:renewed'`;
    return row?.expires_at.getTime();
  };
  const first = await expiresAt();
  await until(async () => (await expiresAt()) !== first);
  expect(await holderOf('test:renewed')).toBe(lead.holder);
  expect(lead.signal.aborted).toBe(false);
});

test('a process that lost its lease ends its work, and its statements fail', async () => {
  const lead = await takeLead('test:gone');
  await requireLease(database.sql, lead);
  await database.sql`
    update backend_shared.leases
    set holder = gen_random_uuid(), expires_at = now() + interval '1 minute'
    where name = 'test:gone'`;
  await expect(requireLease(database.sql, lead)).rejects.toThrow(
    'This process no longer leads test:gone.',
  );
  await until(() => lead.signal.aborted);
});

test('a lease cannot change its holder during a transaction that requires it', async () => {
  const lead = await takeLead('test:required');
  const takeover = () => database.sql`
    update backend_shared.leases set holder = gen_random_uuid() where name = 'test:required'`;
  let isTaken = false;
  const { taking } = await database.sql.begin(async (tx) => {
    await requireLease(tx, lead);
    const taking = takeover().then(() => {
      isTaken = true;
    });
    await until(async () => {
      const waiting = await database.sql`
        select from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%backend_shared.leases%'
          and datname = current_database()`;
      return waiting.count === 1;
    });
    expect(isTaken).toBe(false);
    return { taking };
  });
  await taking;
  expect(isTaken).toBe(true);
});
