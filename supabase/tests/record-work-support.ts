import type { Transaction } from '../../apps/server/test/support/index.ts';
import { actAs, signedIn, type Sql } from './support.ts';

/** What administrators do with a record, each in a transaction of its own. */
export function createRecordWork(sql: Sql) {
  const as = <T>(person: string, run: (tx: Transaction) => Promise<T>) =>
    actAs(sql, signedIn(person), run);
  return {
    as,
    open: (person: string, id: string) =>
      as(person, (tx) => tx`select public.open_record(${id}) as assignee`),
    assign: (person: string, id: string, to: string | null) =>
      as(person, (tx) => tx`select public.assign_record(${id}, ${to})`),
    hold: (person: string, id: string, until: string, reason = 'Waits for the bank') =>
      as(
        person,
        (tx) => tx`
          select public.hold_record(${id}, now() + ${until}::text::interval, ${reason})`,
      ),
    /** Decides an order. */
    decide: (person: string, id: string, status = 'manual_payment_approved') =>
      as(
        person,
        (tx) => tx`
          update public.orders set status = ${status}, admin_notes = ${status} where id = ${id}
          returning id`,
      ),
    approveFirst: (person: string, id: string) =>
      as(person, (tx) => tx`select public.approve_first(${id})`),
    correct: (person: string, id: string, status: string, reason = 'It arrived.') =>
      as(person, (tx) => tx`select public.correct_decision(${id}, ${status}, ${reason})`),
    note: (person: string, id: string, body: string, mentions: readonly string[] = []) =>
      as(
        person,
        (tx) => tx`
          insert into public.record_notes (record_id, body, mentions)
          values (${id}, ${body}, ${[...mentions]}::uuid[]) returning id, author_id`,
      ),
    timeline: (person: string, id: string) =>
      as(person, (tx) => tx`select * from public.record_timeline(${id})`),
    async recordOf(id: string): Promise<Record<string, unknown>> {
      const [row] = await sql`select * from public.records where id = ${id}`;
      return row ?? {};
    },
  };
}
