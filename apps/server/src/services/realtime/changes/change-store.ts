import type { Sql } from '../../../platform/database/connection.ts';
import { requireLease, type Lead } from '../../../platform/shared/leadership.ts';
import type { StoredBatch, StoredChange, StoredRow } from './stored-change.ts';

/** Longer than any process needs to fetch the stored changes. */
const RETENTION_S = 300;
export const MAX_FETCHED_ROWS = 500;

/** A change with its position in the log. */
export interface LogEntry {
  /** The log position of the commit. */
  readonly lsn: string;
  /** Number of the change within its transaction, from 1. */
  readonly sequence: number;
  readonly body: StoredChange;
}

/**
 * Stores the changes that the log reader reads, for all processes.
 *
 * Consistency: a change is stored exactly once, in log order. The statement that
 * stores it moves the reader's log position, too, and fails unless the lease holds.
 */
export class ChangeStore {
  readonly #sql: Sql;
  readonly #lead: Lead;
  /** Only this process stores changes while it leads, so it knows the last position from its first batch on. */
  #lastPosition: string | null = null;

  constructor(sql: Sql, lead: Lead) {
    this.#sql = sql;
    this.#lead = lead;
  }

  /** @returns the rows that were not stored before */
  async store(entries: readonly LogEntry[]): Promise<StoredBatch> {
    const previous = this.#lastPosition;
    const last = entries.at(-1);
    if (last === undefined) return { previous, rows: [] };
    const sql = this.#sql;
    const rows = entries.map(({ lsn, sequence, body }) => ({ lsn, sequence, body }));
    // One statement, so that all of it is stored or nothing.
    const inserted = await sql<{ position: string }[]>`
      with lease as materialized (${requireLease(sql, this.#lead)}),
      reader as (
        select reader.* from backend_realtime.reader as reader, lease for update of reader
      ),
      inserted as (
        insert into backend_realtime.changes (body)
        select entry.body
        from reader,
          json_to_recordset(${JSON.stringify(rows)}::text::json)
            as entry (lsn pg_lsn, sequence integer, body json)
        where (entry.lsn, entry.sequence) > (reader.commit_lsn, reader.stored)
        order by entry.lsn, entry.sequence
        returning position
      ),
      moved as (
        update backend_realtime.reader as r
        set commit_lsn = ${last.lsn}::pg_lsn, stored = ${last.sequence}
        from reader
        where (r.commit_lsn, r.stored) < (${last.lsn}::pg_lsn, ${last.sequence}::integer)
      )
      select position from inserted order by position`;
    // Entries that were stored before come first, because the log is read in order.
    const added = entries.slice(entries.length - inserted.length);
    const stored = added.map(({ body }, index): StoredRow => ({
      position: inserted[index]?.position ?? '',
      body,
    }));
    this.#lastPosition = stored.at(-1)?.position ?? previous;
    return { previous, rows: stored };
  }

  async deleteExpired(): Promise<void> {
    const sql = this.#sql;
    await sql`
      with lease as materialized (${requireLease(sql, this.#lead)})
      delete from backend_realtime.changes using lease
      where stored_at < now() - make_interval(secs => ${RETENTION_S})`;
  }
}

export async function fetchLastPosition(sql: Sql): Promise<string> {
  const [row] = await sql<{ position: string }[]>`
    select coalesce(max(position), 0) as position from backend_realtime.changes`;
  return row?.position ?? '0';
}

/** @returns at most MAX_FETCHED_ROWS rows after a position, in order */
export async function fetchStoredRows(sql: Sql, after: string): Promise<readonly StoredRow[]> {
  return sql<StoredRow[]>`
    select position, body from backend_realtime.changes
    where position > ${after} order by position limit ${MAX_FETCHED_ROWS}`;
}
