import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../platform/database/connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Lead, Leadership } from '../../../platform/shared/leadership.ts';
import type { PubSub } from '../../../platform/shared/pub-sub.ts';
import type { ProcessRegistry } from '../shared/process-registry.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { PROBE_PREFIX, type LocalFeed } from './log-reader.ts';
import { dropUnusedSlot } from './slot.ts';
import type { RowChange } from './stored-change.ts';

const LEASE_NAME = 'realtime:changes';
/** Announced by a trigger of `backend_realtime.changes`. */
const CHANGES_TOPIC = 'realtime:changes';
const RETRY_AFTER_MS = 500;
/** A new subscription often follows the last one soon. */
const RELEASE_DELAY_MS = 30_000;

interface FeedDeps {
  readonly sql: Sql;
  readonly pubSub: PubSub;
  readonly leadership: Leadership;
  readonly processes: Pick<ProcessRegistry, 'id' | 'onReturn'>;
  /** Reads the log for all processes while this one leads. */
  readonly read: (lead: Lead, local: LocalFeed) => Promise<void>;
  /** Gets all changes in order, consecutive changes of one table together. It sends all of them or fails. */
  readonly deliver: (changes: readonly RowChange[]) => Promise<void>;
  /** Changes may be missing. */
  readonly onGap: () => void;
  readonly logger: Logger;
}

/** All changes of the publication, as this process receives them. */
export interface Feed {
  /** Settles once every change that commits from now on will be delivered. */
  whenLive(): Promise<void>;
  /** Stops receiving changes after a delay, unless `whenLive` is called before. */
  release(): void;
  close(): Promise<void>;
}

/**
 * Receives changes only while this process has subscriptions. A probe shows that
 * the feed is live: it passes through the log, so the changes after it do, too.
 *
 * Consistency: each change is delivered once and in commit order, also when
 * Postgres or the leading process was away. Where that is unknown, `onGap` is called.
 */
class ChangeFeed implements Feed {
  readonly #deps: FeedDeps;
  readonly #queue: DeliveryQueue;
  readonly #probes = new Map<string, () => void>();
  readonly #subscribed: Promise<() => Promise<void>>;
  #running: Promise<void> | null = null;
  #stopping = Promise.resolve();
  #stopLeading: (() => Promise<void>) | null = null;
  #probing: Promise<void> | null = null;
  #releaseTimer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
    this.#queue = new DeliveryQueue({
      ...deps,
      onProbe: (id) => this.#probes.get(id)?.(),
    });
    const announceAgain = (): void => this.#announceAgain();
    this.#subscribed = deps.pubSub.subscribe(
      CHANGES_TOPIC,
      () => this.#queue.notify(),
      announceAgain,
    );
    deps.processes.onReturn(announceAgain);
  }

  async whenLive(): Promise<void> {
    this.#cancelRelease();
    // A probe that is under way may have been sent before the caller subscribed.
    await this.#probing?.catch(() => undefined);
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = null;
    });
    await this.#probing;
  }

  release(): void {
    this.#cancelRelease();
    this.#releaseTimer = setTimeout(() => void this.#stop(), RELEASE_DELAY_MS).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRelease();
    const unsubscribe = await this.#subscribed;
    await unsubscribe();
    await this.#queue.whenIdle();
    await (this.#running === null ? this.#stopping : this.#stop());
  }

  #cancelRelease(): void {
    if (this.#releaseTimer !== null) clearTimeout(this.#releaseTimer);
    this.#releaseTimer = null;
  }

  /** The row of this process may be gone, with a crash of Postgres or because the process hung. */
  #announceAgain(): void {
    if (!this.#queue.isOpen) return;
    const fetch = (): void => this.#queue.fetch();
    this.#announce().then(fetch, (error: unknown) => {
      this.#deps.logger.warn(
        { err: error },
        'realtime: failed to register this process for changes, will fetch changes without it',
      );
      setTimeout(fetch, RETRY_AFTER_MS).unref();
    });
  }

  async #announce(): Promise<void> {
    const { sql, processes } = this.#deps;
    await sql`
      insert into backend_realtime.processes (id) values (${processes.id}) on conflict do nothing`;
    await sql`
      insert into backend_realtime.listeners (process) values (${processes.id})
      on conflict do nothing`;
  }

  async #start(): Promise<void> {
    await this.#subscribed;
    await this.#announce();
    await this.#queue.open();
    this.#stopLeading = this.#deps.leadership.lead(LEASE_NAME, (lead) => this.#read(lead));
  }

  /** Changes come from the memory of this process only while it holds the lease. */
  async #read(lead: Lead): Promise<void> {
    const end = (): void => this.#queue.endLocal();
    lead.signal.addEventListener('abort', end, { once: true });
    try {
      await this.#deps.read(lead, {
        begin: () => {
          if (!lead.signal.aborted) this.#queue.beginLocal();
        },
        receive: (batch) => this.#queue.receive(batch),
      });
    } finally {
      lead.signal.removeEventListener('abort', end);
      end();
    }
  }

  #stop(): Promise<void> {
    const { sql, processes, logger } = this.#deps;
    this.#queue.close();
    this.#running = null;
    const stopLeading = this.#stopLeading;
    this.#stopLeading = null;
    const end = async () => {
      await stopLeading?.();
      await sql`delete from backend_realtime.listeners where process = ${processes.id}`;
      await dropUnusedSlot(sql);
    };
    this.#stopping = end().catch((error: unknown) => {
      logger.warn({ err: error }, 'realtime: failed to release change-feed leadership');
    });
    return this.#stopping;
  }

  async #probe(): Promise<void> {
    const { sql, logger } = this.#deps;
    // A stop that is under way would delete what a start inserts.
    this.#running ??= this.#stopping.then(() => this.#start());
    await this.#running.catch((error: unknown) => {
      this.#running = null;
      throw error;
    });
    const arrived = Promise.withResolvers<undefined>();
    const ids: string[] = [];
    try {
      for (let isLive = false; !isLive && !this.#isClosed;) {
        // A slot that is created later does not contain the probe, so the probe is repeated.
        const id = randomUUID();
        ids.push(id);
        this.#probes.set(id, () => arrived.resolve(undefined));
        await sql`select pg_logical_emit_message(true, ${PROBE_PREFIX}, ${id})`.catch(
          (error: unknown) =>
            logger.debug({ err: error }, 'realtime: failed to send a feed probe, will retry'),
        );
        isLive = await Promise.race([
          arrived.promise.then(() => true),
          sleep(RETRY_AFTER_MS, false),
        ]);
      }
    } finally {
      for (const id of ids) this.#probes.delete(id);
    }
  }
}

export function createFeed(deps: FeedDeps): Feed {
  return new ChangeFeed(deps);
}
