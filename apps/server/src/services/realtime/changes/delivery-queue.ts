import type { Sql } from '../../../platform/database/connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import { fetchLastPosition, fetchStoredRows, MAX_FETCHED_ROWS } from './change-store.ts';
import type { RowChange, StoredBatch, StoredRow } from './stored-change.ts';

const RETRY_AFTER_MS = 500;
/** Memory bound. Further changes are fetched from the store. */
const MAX_LOCAL_ROWS = 2_000;

interface DeliveryQueueDeps {
  readonly sql: Sql;
  readonly deliver: (changes: readonly RowChange[]) => Promise<void>;
  readonly onProbe: (id: string) => void;
  readonly onGap: () => void;
  readonly logger: Logger;
}

/**
 * Delivers stored changes by position. Changes that this process stored itself come
 * from memory, all others from the store.
 *
 * Consistency: a batch from memory is delivered only if it directly follows the last
 * delivered position; otherwise the store is asked for everything after that
 * position. So each change is delivered once and in order, also when leadership moves.
 */
export class DeliveryQueue {
  readonly #deps: DeliveryQueueDeps;
  /** The position of the last delivered change. Null while the queue is closed. */
  #position: string | null = null;
  #batches: StoredBatch[] = [];
  #localRows = 0;
  /** The store may hold changes after the position that do not come from memory. */
  #isStale = false;
  #isLocal = false;
  #draining: Promise<void> | null = null;

  constructor(deps: DeliveryQueueDeps) {
    this.#deps = deps;
  }

  get isOpen(): boolean {
    return this.#position !== null;
  }

  /** Delivers the changes that are stored from now on. */
  async open(): Promise<void> {
    await this.#draining;
    this.#clearBatches();
    this.#position = await fetchLastPosition(this.#deps.sql);
  }

  close(): void {
    this.#position = null;
    this.#clearBatches();
  }

  /** Changes were stored. While this process stores them itself, `receive` gets them, too. */
  notify(): void {
    if (!this.#isLocal) this.fetch();
  }

  fetch(): void {
    this.#isStale = true;
    this.#startDraining();
  }

  /** Called when this process starts to store all changes. The store may contain changes of earlier processes. */
  beginLocal(): void {
    this.#isLocal = true;
    this.fetch();
  }

  /** Another process may have stored changes whose notifications were ignored. */
  endLocal(): void {
    this.#isLocal = false;
    this.fetch();
  }

  receive(batch: StoredBatch): void {
    if (this.#localRows + batch.rows.length > MAX_LOCAL_ROWS) {
      this.fetch();
      return;
    }
    this.#batches.push(batch);
    this.#localRows += batch.rows.length;
    this.#startDraining();
  }

  async whenIdle(): Promise<void> {
    await this.#draining;
  }

  #clearBatches(): void {
    this.#batches = [];
    this.#localRows = 0;
  }

  #startDraining(): void {
    if (this.#position === null) return;
    this.#draining ??= this.#drain().then(
      () => {
        this.#draining = null;
        // Work that was added after the last check.
        if (this.#isStale || this.#batches.length > 0) this.#startDraining();
      },
      (error: unknown) => {
        this.#draining = null;
        this.#deps.logger.warn({ err: error }, 'realtime: failed to deliver changes, will retry');
        setTimeout(() => this.fetch(), RETRY_AFTER_MS).unref();
      },
    );
  }

  async #drain(): Promise<void> {
    while (this.#position !== null) {
      const batch = this.#batches.shift();
      if (batch !== undefined) {
        this.#localRows -= batch.rows.length;
        await this.#deliverLocal(batch, this.#position);
      } else if (this.#isStale) {
        this.#isStale = false;
        const rows = await fetchStoredRows(this.#deps.sql, this.#position);
        if (rows.length === MAX_FETCHED_ROWS) this.#isStale = true;
        await this.#deliverRows(rows);
      } else return;
    }
  }

  async #deliverLocal({ previous, rows }: StoredBatch, position: string): Promise<void> {
    if (previous === position) await this.#deliverRows(rows);
    else if (BigInt(rows.at(-1)?.position ?? 0) > BigInt(position)) this.#isStale = true;
  }

  /** The position moves with each delivery, so that a later error does not repeat it. */
  async #deliverRows(rows: readonly StoredRow[]): Promise<void> {
    let sameTable: RowChange[] = [];
    for (const [index, { body, position }] of rows.entries()) {
      if (this.#position === null) return;
      if (body.kind === 'gap') this.#deps.onGap();
      else if (body.kind === 'probe') this.#deps.onProbe(body.id);
      else {
        sameTable.push(body);
        const next = rows[index + 1]?.body;
        if (next !== undefined && 'oid' in next && next.oid === body.oid) continue;
        await this.#deps.deliver(sameTable);
        sameTable = [];
      }
      this.#move(position);
    }
  }

  /** The queue may have been closed during the delivery. */
  #move(position: string): void {
    if (this.#position !== null) this.#position = position;
  }
}
