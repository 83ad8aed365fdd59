import type { Sql } from '../../../platform/database/connection.ts';
import type { LogConnection } from '../../../platform/database/wire/log-connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Lead } from '../../../platform/shared/leadership.ts';
import { whenAborted } from '../../../platform/runtime/deadline.ts';
import { createTableDescriptions } from './table-descriptions.ts';
import { ChangeStore, type LogEntry } from './change-store.ts';
import { waitUntilVisible } from './commit-visibility.ts';
import { createLogDecoder, type LogMessage } from './log-message.ts';
import { startLogStream, type LogStream } from './log-stream.ts';
import { openSlot } from './slot.ts';
import { cutLongValues, type StoredBatch, type StoredChange } from './stored-change.ts';

export const PROBE_PREFIX = 'backend_realtime';
const MAX_PENDING = 2_000;
const MAX_STORED_BATCH = 500;
const EXPIRY_INTERVAL_MS = 60_000;

/** Receives the changes of this process's log reader without a query. */
export interface LocalFeed {
  /** Called before the first `receive`. After it, `receive` gets every stored change. */
  begin(): void;
  receive(batch: StoredBatch): void;
}

interface LogReaderDeps {
  readonly sql: Sql;
  readonly openLog: () => Promise<LogConnection>;
  readonly logger: Logger;
}

type Begin = Extract<LogMessage, { kind: 'begin' }>;

/** A change that is read and not stored yet. */
interface PendingChange {
  readonly begin: Begin;
  /** Number of the change within its transaction, from 1. */
  readonly sequence: number;
  readonly message: Exclude<LogMessage, { kind: 'begin' | 'commit' | 'relation' }>;
}

class LogReader {
  readonly #deps: LogReaderDeps;
  readonly #lead: Lead;
  readonly #local: LocalFeed;
  readonly #log: LogConnection;
  readonly #store: ChangeStore;
  readonly #tables: ReturnType<typeof createTableDescriptions>;
  readonly #decode = createLogDecoder();
  readonly #failed = new AbortController();
  readonly #ended: AbortSignal;
  #pending: PendingChange[] = [];
  /** Commit LSNs to confirm once all changes before them are stored. */
  #commits: bigint[] = [];
  #transaction: { readonly begin: Begin; count: number } | null = null;
  #storing: Promise<void> | null = null;
  #stream: LogStream | null = null;

  constructor(deps: LogReaderDeps, lead: Lead, local: LocalFeed, log: LogConnection) {
    this.#deps = deps;
    this.#lead = lead;
    this.#local = local;
    this.#log = log;
    this.#store = new ChangeStore(deps.sql, lead);
    this.#tables = createTableDescriptions(deps.sql);
    this.#ended = AbortSignal.any([lead.signal, log.ended, this.#failed.signal]);
  }

  async run(): Promise<void> {
    const { sql, logger } = this.#deps;
    const expiry = setInterval(() => {
      this.#store.deleteExpired().catch((error: unknown) => {
        logger.warn({ err: error }, 'realtime: failed to delete expired changes, will retry');
      });
    }, EXPIRY_INTERVAL_MS).unref();
    try {
      const slot = await openSlot({ sql, log: this.#log, lead: this.#lead });
      this.#local.begin();
      this.#stream = await startLogStream(this.#log, slot.name, slot.startLsn, {
        receive: (data) => this.#receive(data),
        idle: (lsn) => this.#confirmIdle(lsn),
      });
      await whenAborted(this.#ended);
    } finally {
      clearInterval(expiry);
      this.#failed.abort();
      this.#log.close();
      await this.#storing;
    }
  }

  #receive(data: Buffer): void {
    const message = this.#decode(data);
    if (message === null) return;
    if (message.kind === 'begin') {
      this.#transaction = { begin: message, count: 0 };
    } else if (message.kind === 'commit') {
      this.#transaction = null;
      this.#commits.push(message.endLsn);
      if (this.#pending.length > 0 || this.#storing !== null) return;
      this.#stream?.confirm(message.endLsn);
      this.#commits = [];
    } else if (message.kind === 'relation') {
      this.#tables.forget(message.relation);
    } else if (message.kind !== 'message' || message.prefix === PROBE_PREFIX) {
      this.#add(message);
    }
  }

  #add(message: PendingChange['message']): void {
    if (this.#transaction === null) return;
    this.#transaction.count += 1;
    const { begin, count } = this.#transaction;
    this.#pending.push({ begin, sequence: count, message });
    if (this.#pending.length >= MAX_PENDING) this.#log.pause();
    this.#startStoring();
  }

  #confirmIdle(lsn: bigint): void {
    const isIdle = this.#transaction === null && this.#pending.length === 0;
    if (isIdle && this.#storing === null) this.#stream?.confirm(lsn);
  }

  #startStoring(): void {
    this.#storing ??= this.#storePending()
      .catch((error: unknown) => {
        this.#deps.logger.warn(
          { err: error },
          'realtime: failed to store changes, will read them from the log again',
        );
        this.#failed.abort();
      })
      .finally(() => {
        this.#storing = null;
        if (this.#pending.length > 0 && !this.#ended.aborted) this.#startStoring();
      });
  }

  async #storePending(): Promise<void> {
    while (this.#pending.length > 0 && !this.#ended.aborted) {
      const commits = this.#commits;
      this.#commits = [];
      const pending = this.#pending;
      this.#pending = [];
      for (let from = 0; from < pending.length; from += MAX_STORED_BATCH) {
        if (!(await this.#storeBatch(pending.slice(from, from + MAX_STORED_BATCH)))) return;
      }
      const confirmed = commits.at(-1);
      if (confirmed !== undefined) this.#stream?.confirm(confirmed);
      this.#log.resume();
    }
  }

  /** @returns false when the reader ended before the changes were visible */
  async #storeBatch(batch: readonly PendingChange[]): Promise<boolean> {
    const xids = batch.map(({ begin }) => begin.xid);
    if (!(await waitUntilVisible(this.#deps.sql, xids, this.#ended))) return false;
    const entries: LogEntry[] = [];
    for (const change of batch) {
      const { begin, sequence } = change;
      entries.push({ lsn: begin.commitLsn, sequence, body: await this.#toStored(change) });
    }
    const stored = await this.#store.store(entries);
    if (stored.rows.length > 0) this.#local.receive(stored);
    return true;
  }

  async #toStored({ message, begin }: PendingChange): Promise<StoredChange> {
    if (message.kind === 'message') return { kind: 'probe', id: message.content };
    const { relation, ...change } = message;
    const { oid, schema, table } = relation;
    const described = await this.#tables.describe(relation);
    const committedAt = begin.committedAt.toISOString();
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
}

/**
 * Reads the log as the leading process, stores its changes for all processes and
 * passes them to the feed of this process.
 *
 * Consistency: a change is stored exactly once and in commit order, also after a
 * crash: the log position is stored with it, and Postgres discards only the log
 * that is stored. It is stored once every session sees its row. A process that has
 * lost leadership stores nothing: each statement requires the lease.
 */
export async function readLog(deps: LogReaderDeps, lead: Lead, local: LocalFeed): Promise<void> {
  const log = await deps.openLog();
  await new LogReader(deps, lead, local, log).run();
}
