import type { Sql, Transaction } from '@beaconpay/server/platform/database/connection';
import { asCaller } from './as-caller.ts';
import type { Call } from './measure.ts';

type Clock = (work: () => Promise<unknown>) => Promise<Call>;

/** The same work while nothing seals the audit log, and while a job seals it. */
export interface SealTimings {
  readonly name: string;
  readonly without: readonly Call[];
  readonly withSeals: readonly Call[];
}

export interface AuditTimings {
  readonly work: readonly SealTimings[];
  /** Entries that one run of the job seals, per second. */
  readonly sealedPerSecond: number;
}

/** Undoes the work of a call, so that the next one finds the same records. */
class Undo extends Error {}

/** A hundred times as often as the scheduled job. */
const SEAL_PAUSE_MS = 100;
const SEALED_AT_ONCE = 5_000;

async function undone(run: () => Promise<unknown>): Promise<void> {
  await run().catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
}

async function addEntries(sql: Sql, count: number): Promise<void> {
  await sql`
    insert into private.audit_log (actor_role, table_name, record_id, action, before, after)
    select 'authenticated', 'orders', gen_random_uuid(), 'update',
      '{"status": "pending_manual_verification", "admin_notes": null}',
      '{"status": "manual_payment_approved", "admin_notes": "Fine."}'
    from generate_series(1, ${count}::integer)`;
}

/** Seals a few new entries again and again until it is stopped. */
function startSealing(sql: Sql): () => Promise<void> {
  const { promise: isStopped, resolve: stop } = Promise.withResolvers<true>();
  const running = (async () => {
    for (;;) {
      await addEntries(sql, 10);
      await sql`select private.seal_audit_log()`;
      const pause = new Promise<false>((resolve) =>
        setTimeout(() => resolve(false), SEAL_PAUSE_MS),
      );
      if (await Promise.race([isStopped, pause])) return;
    }
  })();
  return async () => {
    stop(true);
    await running;
  };
}

/** @param other a pool of its own, for the job that seals */
export async function measureAudit(
  sql: Sql,
  other: Sql,
  clock: Clock,
  administrator: string,
  { calls, rounds }: { readonly calls: number; readonly rounds: number },
): Promise<AuditTimings> {
  const orders = await sql<{ id: string }[]>`
    select id from public.orders where status = 'pending_manual_verification' limit ${calls}`;
  const customers = await sql<{ id: string }[]>`
    select id from public.profiles where account_type = 'personal' limit ${calls}`;
  const submit = (id: string) => async (tx: Transaction) => {
    await tx`
      insert into public.orders (user_id, amount, card_details, payment_method, transaction_reference)
      values (${id}, 15, '{"tier": "premium"}', 'bank_transfer', 'BENCH-1')`;
    throw new Undo();
  };
  const decide = (id: string) => async (tx: Transaction) => {
    await tx`update public.orders set status = 'manual_payment_approved' where id = ${id}`;
    throw new Undo();
  };
  const runs = [
    ['submission', customers, (id: string) => asCaller(sql, id, submit(id))],
    ['decision', orders, (id: string) => asCaller(sql, administrator, decide(id))],
  ] as const;
  const work: SealTimings[] = [];
  for (const [name, ids, run] of runs) {
    const measureAll = async (): Promise<Call[]> => {
      const measured: Call[] = [];
      for (const { id } of ids) measured.push(await clock(() => undone(() => run(id))));
      return measured;
    };
    await measureAll();
    const [without, withSeals]: [Call[], Call[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      without.push(...(await measureAll()));
      const stop = startSealing(other);
      withSeals.push(...(await measureAll()));
      await stop();
    }
    work.push({ name, without, withSeals });
  }
  await addEntries(other, SEALED_AT_ONCE);
  const { ms } = await clock(() => sql`select private.seal_audit_log(${SEALED_AT_ONCE})`);
  return { work, sealedPerSecond: (SEALED_AT_ONCE / ms) * 1000 };
}
