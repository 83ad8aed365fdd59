import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Sql, Transaction } from '@beaconpay/server/platform/database/connection';
import { asCaller } from './as-caller.ts';
import { drawFilters, SEARCH_KINDS } from './searches.ts';
import type { AdminBenchSettings } from './settings.ts';

/** The time of one call. */
export interface Call {
  readonly ms: number;
  /** The processor time of Postgres's process, which other work on the machine does not change much. */
  readonly processorMs: number;
}

export interface Timing {
  readonly name: string;
  readonly weight: number;
  readonly calls: readonly Call[];
}

type Clock = (work: () => Promise<unknown>) => Promise<Call>;

/** Measures work on the only connection of a pool. */
export async function createClock(sql: Sql): Promise<Clock> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const path = `/proc/${String(row?.pid)}/schedstat`;
  const processorTime = async (): Promise<number> =>
    Number((await readFile(path, 'utf8')).split(' ')[0]) / 1e6;
  return async (work) => {
    const [processorStart, start] = [await processorTime(), performance.now()];
    await work();
    const ms = performance.now() - start;
    return { ms, processorMs: (await processorTime()) - processorStart };
  };
}

const SEARCH = (filter: string) => (transaction: Transaction) =>
  transaction`
  select * from public.search_records(${filter}::text::jsonb, null, 50)`;

/** Each kind of search with values from random records. */
export async function measureSearches(
  sql: Sql,
  clock: Clock,
  administrator: string,
  { searchesOfKind }: AdminBenchSettings,
): Promise<Timing[]> {
  const timings: Timing[] = [];
  for (const kind of SEARCH_KINDS) {
    const calls: Call[] = [];
    for (const filter of await drawFilters(sql, kind, searchesOfKind)) {
      calls.push(await clock(() => asCaller(sql, administrator, SEARCH(filter))));
    }
    timings.push({ name: kind.name, weight: kind.weight, calls });
  }
  return timings;
}

const QUEUE = { status: ['pending_manual_verification'], held: false, sort: 'oldest' };

/** What the pages of the queue read and write, with all pending records in it. */
export async function measureQueue(
  sql: Sql,
  clock: Clock,
  administrator: string,
  { searchesOfKind }: AdminBenchSettings,
): Promise<Timing[]> {
  const pending = await sql<{ id: string; cursor: string }[]>`
    select id, jsonb_build_object('created_at', created_at, 'id', id)::text as cursor
    from public.records where status = 'pending_manual_verification'
    order by random() limit ${searchesOfKind}`;
  const filter = JSON.stringify(QUEUE);
  type Step = readonly [
    name: string,
    run: (tx: Transaction, record: { id: string; cursor: string }) => Promise<unknown>,
  ];
  const steps: readonly Step[] = [
    ['first page of the queue', (tx) => SEARCH(filter)(tx)],
    [
      'page in the middle of the queue',
      (tx, { cursor }) => tx`
        select * from public.search_records(${filter}::text::jsonb, ${cursor}::text::jsonb, 50)`,
    ],
    ['numbers of the queue', (tx) => tx`select * from public.queue_summary()`],
    ['open a record', (tx, { id }) => tx`select public.open_record(${id})`],
    ['checks of a record', (tx, { id }) => tx`select * from public.record_checks(${id})`],
    ['timeline of a record', (tx, { id }) => tx`select * from public.record_timeline(${id})`],
    ['previous and next record', (tx, { id }) => tx`select * from public.record_neighbours(${id})`],
  ];
  const timings: Timing[] = [];
  for (const [name, run] of steps) {
    const calls: Call[] = [];
    for (const record of pending) {
      calls.push(await clock(() => asCaller(sql, administrator, (tx) => run(tx, record))));
    }
    timings.push({ name, weight: 1, calls });
  }
  const flags = await clock(() => sql`select private.refresh_record_flags(500)`);
  timings.push({ name: 'flags of 500 records (scheduled job)', weight: 1, calls: [flags] });
  return timings;
}

const TRIGGERS = ['add_record', 'add_record_origin', 'queue_mail'] as const;

async function setTriggers(sql: Sql, isEnabled: boolean): Promise<void> {
  for (const name of TRIGGERS) {
    await (isEnabled
      ? sql`alter table public.orders enable trigger ${sql(name)}`
      : sql`alter table public.orders disable trigger ${sql(name)}`);
  }
}

export interface InsertTimings {
  readonly without: readonly Call[];
  readonly withTriggers: readonly Call[];
}

/** An order as a customer submits it, without and with the triggers of the back office, by turns. */
export async function measureInserts(
  sql: Sql,
  clock: Clock,
  { insertsOfRound, insertRounds }: AdminBenchSettings,
): Promise<InsertTimings> {
  const without: Call[] = [];
  const withTriggers: Call[] = [];
  const customers = await sql<{ id: string }[]>`
    select id from public.profiles where account_type = 'personal' and not exists (
      select from public.orders where user_id = profiles.id and reviewed_at is null
    ) limit ${insertsOfRound}`;
  const submitAll = async (calls: Call[]): Promise<void> => {
    for (const { id } of customers) {
      const submit = () =>
        asCaller(
          sql,
          id,
          (tx) => tx`
            insert into public.orders (user_id, amount, card_details, payment_method, transaction_reference)
            values (${id}, 15, '{"tier": "premium"}', 'bank_transfer', ${`BENCH-${randomUUID()}`})
            returning id`,
        );
      calls.push(await clock(submit));
    }
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`delete from public.records where transaction_reference like 'BENCH-%' and created_at > now() - interval '1 hour'`;
      await tx`delete from public.orders where transaction_reference like 'BENCH-%' and created_at > now() - interval '1 hour'`;
    });
  };
  await submitAll([]);
  for (let round = 0; round < insertRounds; round += 1) {
    await setTriggers(sql, false);
    await submitAll(without);
    await setTriggers(sql, true);
    await submitAll(withTriggers);
  }
  return { without, withTriggers };
}
