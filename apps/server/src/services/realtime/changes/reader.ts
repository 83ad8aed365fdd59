import type { Sql } from '../../../platform/database/connection.ts';
import type { LogConnection } from '../../../platform/database/wire/log-connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import { requireLease, type Lead } from '../../../platform/shared/leadership.ts';
import { whenAborted } from '../../../platform/shared/within.ts';
import { createCatalog } from './catalog.ts';
import { waitUntilVisible } from './commit-visibility.ts';
import { createLogDecoder, type LogMessage } from './log-message.ts';
import { startLogStream, type LogStream } from './log-stream.ts';
import { openSlot } from './slot.ts';
import { cutLongValues, type StoredChange } from './stored-change.ts';

export const PROBE_PREFIX = 'beaconpay_realtime';
/** Announced by a trigger of `beaconpay_realtime.changes`. */
export const CHANGES_TOPIC = 'realtime:changes';
const MAX_WAITING = 2_000;
const MAX_STORED_AT_ONCE = 500;
/** Longer than any process needs to take what is there. */
const KEPT_S = 300;
const FORGET_EVERY_MS = 60_000;

interface ReaderDeps {
  readonly sql: Sql;
  readonly openLog: () => Promise<LogConnection>;
  readonly logger: Logger;
}

type Begun = Extract<LogMessage, { kind: 'begin' }>;

/** What is to be stored of a transaction. */
interface Waiting {
  readonly begun: Begun;
  readonly place: number;
  readonly message: Exclude<LogMessage, { kind: 'begin' | 'commit' | 'relation' }>;
}

/**
 * Reads the log and stores its changes for all processes, as the one process that leads.
 *
 * Consistency: a change is stored exactly once, in the order of commits,
 * whatever ends on the way: how far the log was read is stored with it, and
 * Postgres forgets only what is stored. It is stored when everybody sees it. A process that has lost the
 * lead without noticing writes nothing: each statement requires the lease.
 */
export async function readLog(deps: ReaderDeps, lead: Lead): Promise<void> {
  const { sql, logger } = deps;
  const failed = new AbortController();
  const log = await deps.openLog();
  const ended = AbortSignal.any([lead.signal, log.ended, failed.signal]);
  const catalog = createCatalog(sql);
  const decode = createLogDecoder();
  let waiting: Waiting[] = [];
  let storing: Promise<void> | null = null;
  let transaction: { readonly begun: Begun; count: number } | null = null;
  /** Ends of transactions, to be confirmed once all before them is stored. */
  let ends: bigint[] = [];
  let stream: LogStream | null = null;

  async function toStored({ message, begun }: Waiting): Promise<StoredChange> {
    if (message.kind === 'message') return { kind: 'probe', id: message.content };
    const { relation, ...change } = message;
    const { oid, schema, table } = relation;
    const described = await catalog.describe(relation);
    const committedAt = begun.committedAt.toISOString();
    return cutLongValues({
      ...change,
      oid,
      schema,
      table,
      committedAt,
      ...described,
      isCut: false,
    });
  }

  /** @returns false when the reading ended before */
  async function store(part: readonly Waiting[]): Promise<boolean> {
    const xids = part.map(({ begun }) => begun.xid);
    if (!(await waitUntilVisible(sql, xids, ended))) return false;
    const rows: { lsn: string; place: number; body: StoredChange }[] = [];
    for (const one of part) {
      rows.push({ lsn: one.begun.commitLsn, place: one.place, body: await toStored(one) });
    }
    const last = rows.at(-1);
    if (last === undefined) return true;
    // One statement: either all of it is done, or nothing.
    await sql`
      with lease as materialized (${requireLease(sql, lead)}),
      reader as (
        select reader.* from beaconpay_realtime.reader as reader, lease for update of reader
      ),
      stored as (
        insert into beaconpay_realtime.changes (body)
        select entry.body
        from reader,
          json_to_recordset(${JSON.stringify(rows)}::text::json)
            as entry (lsn pg_lsn, place integer, body json)
        where (entry.lsn, entry.place) > (reader.commit_lsn, reader.stored)
        order by entry.lsn, entry.place
      )
      update beaconpay_realtime.reader as r
      set commit_lsn = ${last.lsn}::pg_lsn, stored = ${last.place}
      from reader
      where (r.commit_lsn, r.stored) < (${last.lsn}::pg_lsn, ${last.place}::integer)`;
    return true;
  }

  async function storeAll(): Promise<void> {
    while (waiting.length > 0 && !ended.aborted) {
      const confirmable = ends;
      ends = [];
      const all = waiting;
      waiting = [];
      for (let from = 0; from < all.length; from += MAX_STORED_AT_ONCE) {
        if (!(await store(all.slice(from, from + MAX_STORED_AT_ONCE)))) return;
      }
      const done = confirmable.at(-1);
      if (done !== undefined) stream?.confirm(done);
      log.resume();
    }
  }

  const stored = (): Promise<void> => storing ?? Promise.resolve();

  function startStoring(): void {
    storing ??= storeAll()
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'changes could not be stored and are read again');
        failed.abort();
      })
      .finally(() => {
        storing = null;
        if (waiting.length > 0 && !ended.aborted) startStoring();
      });
  }

  function hear(data: Buffer): void {
    const message = decode(data);
    if (message === null) return;
    if (message.kind === 'begin') {
      transaction = { begun: message, count: 0 };
    } else if (message.kind === 'commit') {
      transaction = null;
      ends.push(message.endLsn);
      if (waiting.length === 0 && storing === null) {
        stream?.confirm(message.endLsn);
        ends = [];
      }
    } else if (message.kind === 'relation') {
      catalog.forget(message.relation);
    } else if (message.kind !== 'message' || message.prefix === PROBE_PREFIX) {
      if (transaction === null) return;
      transaction.count += 1;
      waiting.push({ begun: transaction.begun, place: transaction.count, message });
      if (waiting.length >= MAX_WAITING) log.pause();
      startStoring();
    }
  }

  function idle(lsn: bigint): void {
    if (transaction === null && waiting.length === 0 && storing === null) stream?.confirm(lsn);
  }

  const forgetting = setInterval(() => {
    sql`
      with lease as materialized (${requireLease(sql, lead)})
      delete from beaconpay_realtime.changes using lease
      where stored_at < now() - make_interval(secs => ${KEPT_S})`.catch((error: unknown) => {
      logger.warn({ err: error }, 'old changes could not be forgotten');
    });
  }, FORGET_EVERY_MS).unref();

  try {
    const slot = await openSlot({ sql, log, lead });
    stream = await startLogStream(log, slot.name, slot.startLsn, { hear, idle });
    await whenAborted(ended);
  } finally {
    clearInterval(forgetting);
    failed.abort();
    log.close();
    await stored();
  }
}
