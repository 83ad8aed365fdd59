import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql, Transaction } from '../../../platform/database/connection.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { Logger } from '../../../platform/logger.ts';
import { realtimeErrors } from '../errors.ts';
import type { Bus } from '../shared/bus.ts';
import type { TopicKey } from './channel.ts';
import type { PresenceEntry } from './presence-state.ts';

export const PRESENCE_KIND = 'presence';
const RETRY_AFTER_MS = 1000;
/** Overhead of a row besides its texts. */
const ROW_BYTES = 256;

/** The tracked state of one channel, as the database stores it. */
export interface TrackedPresence {
  readonly topic: TopicKey;
  readonly entry: PresenceEntry;
  readonly sizeBytes: number;
  /** The key that the byte limit counts by; null for no limit. */
  readonly limitKey: string | null;
}

/** One change of a channel: it tracks a state, removes one, or replaces one by another. */
interface Step {
  readonly join: TrackedPresence | null;
  readonly leave: TrackedPresence | null;
  readonly done: (error: Error | null) => void;
}

export interface PresenceWriter {
  /**
   * Settles once the step is committed and published to all processes.
   *
   * @throws RealtimeError when the client would exceed its byte limit; then nothing changes
   */
  write(join: TrackedPresence | null, leave: TrackedPresence | null): Promise<void>;
}

interface PresenceWriterDeps {
  readonly sql: Sql;
  readonly bus: Bus;
  /** The maximum size of all presences of one limit key, in all processes. */
  readonly maxBytes: number;
  readonly logger: Logger;
}

export function sizeOf(topic: TopicKey, key: string, metaText: string): number {
  return ROW_BYTES + [topic, key, metaText].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/**
 * Locks the limit keys until the transaction ends, and returns the stored bytes of each. All
 * transactions lock in the same order, so that they cannot deadlock.
 */
async function lockUsage(tx: Transaction, steps: readonly Step[]): Promise<Map<string, number>> {
  const limitKeys = new Set(steps.flatMap(({ join }) => join?.limitKey ?? []));
  if (limitKeys.size === 0) return new Map();
  const list = [...limitKeys].join(',');
  await tx`
    select pg_advisory_xact_lock(hashtextextended('realtime:presence:' || limit_key, 0))
    from (select unnest(string_to_array(${list}, ',')) as limit_key order by 1) as ordered`;
  const rows = await tx<{ limit_key: string; size_bytes: number }[]>`
    select limit_key, sum(size_bytes)::integer as size_bytes
    from backend_realtime.presences
    where limit_key = any(string_to_array(${list}, ',')) group by limit_key`;
  return new Map(rows.map((row) => [row.limit_key, row.size_bytes]));
}

/** The steps that keep every client within its limit, in order. */
function withinLimit(
  steps: readonly Step[],
  usage: ReadonlyMap<string, number>,
  maxBytes: number,
): Step[] {
  const bytes = new Map(usage);
  const bytesOf = (limitKey: string): number => bytes.get(limitKey) ?? 0;
  const add = (tracked: TrackedPresence | null, sign: 1 | -1): void => {
    const { limitKey = null, sizeBytes = 0 } = tracked ?? {};
    if (limitKey !== null) bytes.set(limitKey, bytesOf(limitKey) + sign * sizeBytes);
  };
  return steps.filter(({ join, leave }) => {
    add(leave, -1);
    add(join, 1);
    const limitKey = join?.limitKey ?? null;
    if (limitKey === null || bytesOf(limitKey) <= maxBytes) return true;
    add(join, -1);
    add(leave, 1);
    return false;
  });
}

async function insert(
  tx: Transaction,
  processId: string,
  tracked: readonly TrackedPresence[],
): Promise<void> {
  const rows = tracked.map(({ topic, entry: { ref, key, meta }, limitKey, sizeBytes }) => ({
    ref,
    topic,
    key,
    meta,
    limit_key: limitKey,
    size_bytes: sizeBytes,
  }));
  await tx`
    insert into backend_realtime.presences
      (ref, process, topic, key, meta, limit_key, size_bytes)
    select ref, ${processId}, topic, key, meta, limit_key, size_bytes
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as entry (ref text, topic text, key text, meta jsonb, limit_key text, size_bytes integer)
    on conflict (ref) do nothing`;
}

async function publish(tx: Transaction, bus: Bus, steps: readonly Step[]): Promise<void> {
  const diffs = new Map<TopicKey, { joins: PresenceEntry[]; leaves: string[] }>();
  const diffOf = ({ topic }: TrackedPresence) => {
    const diff = diffs.get(topic) ?? { joins: [], leaves: [] };
    diffs.set(topic, diff);
    return diff;
  };
  for (const { join, leave } of steps) {
    if (join !== null) diffOf(join).joins.push(join.entry);
    if (leave !== null) diffOf(leave).leaves.push(leave.entry.ref);
  }
  for (const [key, { joins, leaves }] of diffs) {
    await bus.publish(tx, PRESENCE_KIND, { key, joins, leaves } as unknown as JsonObject);
  }
}

/**
 * Writes steps in batches and publishes them in the same transaction. A track that cannot be written
 * fails. A removal is retried until it succeeds.
 */
export function createPresenceWriter(deps: PresenceWriterDeps): PresenceWriter {
  const { sql, bus, maxBytes, logger } = deps;
  let waiting: Step[] = [];
  let isWriting = false;

  /** @returns the steps that were stored */
  function store(steps: readonly Step[]): Promise<ReadonlySet<Step>> {
    return sql.begin(async (tx) => {
      const stored = withinLimit(steps, await lockUsage(tx, steps), maxBytes);
      const left = stored.flatMap(({ leave }) => leave?.entry.ref ?? []);
      await tx`
        delete from backend_realtime.presences
        where ref = any(string_to_array(${left.join(',')}, ','))`;
      await insert(
        tx,
        bus.processId,
        stored.flatMap(({ join }) => join ?? []),
      );
      await publish(tx, bus, stored);
      return new Set(stored);
    });
  }

  async function flush(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const steps = waiting;
      waiting = [];
      try {
        const stored = await store(steps);
        for (const step of steps) {
          step.done(stored.has(step) ? null : realtimeErrors.tooMuchPresence(maxBytes));
        }
      } catch (error) {
        logger.warn({ err: error }, 'realtime: failed to write presence, will retry removals');
        for (const { done } of steps) done(error as Error);
        const left = steps.filter(({ leave }) => leave !== null);
        if (left.length > 0) await sleep(RETRY_AFTER_MS);
        waiting.unshift(...left.map((step) => ({ ...step, join: null, done: () => undefined })));
      }
    }
    isWriting = false;
  }

  return {
    write: (join, leave) =>
      new Promise((resolve, reject) => {
        const done = (error: Error | null) => (error === null ? resolve() : reject(error));
        waiting.push({ join, leave, done });
        if (!isWriting) void flush();
      }),
  };
}
