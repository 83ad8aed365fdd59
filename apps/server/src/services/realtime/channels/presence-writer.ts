import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import type { Sql } from '../../../platform/database/connection.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Bus } from '../shared/bus.ts';
import type { TopicKey } from './channel.ts';
import type { PresenceEntry } from './presence-state.ts';

export const PRESENCE_KIND = 'presence';
const RETRY_AFTER_MS = 1000;

/** One step of somebody: the entry that comes, the one that goes, or both. */
interface Step {
  readonly key: TopicKey;
  readonly join: PresenceEntry | null;
  readonly leave: string | null;
  readonly done: (error: Error | null) => void;
}

interface PresenceWriter {
  /** Settles once all processes are told. */
  write(key: TopicKey, join: PresenceEntry | null, leave: string | null): Promise<void>;
  /** Writes again what is here; the rows may have gone with a crash of Postgres. */
  writeAgain(entries: readonly (readonly [TopicKey, PresenceEntry])[]): Promise<void>;
}

interface PresenceWriterDeps {
  readonly sql: Sql;
  readonly bus: Bus;
  readonly logger: Logger;
}

/**
 * Writes who comes and goes, many at a time, and tells all processes in the same
 * transaction. Somebody who could not be written is not there; somebody who
 * left is taken out for as long as it takes.
 */
export function createPresenceWriter({ sql, bus, logger }: PresenceWriterDeps): PresenceWriter {
  let waiting: Step[] = [];
  let isWriting = false;

  async function insert(
    tx: Sql | postgres.TransactionSql,
    entries: readonly (readonly [TopicKey, PresenceEntry])[],
  ): Promise<void> {
    const rows = entries.map(([topic, { ref, key, meta }]) => ({ ref, topic, key, meta }));
    await tx`
      insert into beaconpay_realtime.presences (ref, process, topic, key, meta)
      select ref, ${bus.processId}, topic, key, meta
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as entry (ref text, topic text, key text, meta jsonb)
      on conflict (ref) do nothing`;
  }

  async function store(steps: readonly Step[]): Promise<void> {
    const joins = steps.flatMap(({ key, join }) => (join === null ? [] : [[key, join] as const]));
    const leaves = steps.flatMap(({ leave }) => (leave === null ? [] : [leave]));
    const told = new Map<TopicKey, { joins: PresenceEntry[]; leaves: string[] }>();
    for (const { key, join, leave } of steps) {
      const topic = told.get(key) ?? { joins: [], leaves: [] };
      if (join !== null) topic.joins.push(join);
      if (leave !== null) topic.leaves.push(leave);
      told.set(key, topic);
    }
    await sql.begin(async (tx) => {
      await tx`
        delete from beaconpay_realtime.presences
        where ref = any(string_to_array(${leaves.join(',')}, ','))`;
      await insert(tx, joins);
      for (const [key, { joins: come, leaves: gone }] of told) {
        const message = { key, joins: come, leaves: gone } as unknown as JsonObject;
        await bus.publish(tx, PRESENCE_KIND, message);
      }
    });
  }

  async function flush(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const steps = waiting;
      waiting = [];
      try {
        await store(steps);
        for (const { done } of steps) done(null);
      } catch (error) {
        logger.warn({ err: error }, 'who is present could not be written');
        for (const { done } of steps) done(error as Error);
        const left = steps.filter(({ leave }) => leave !== null);
        if (left.length > 0) await sleep(RETRY_AFTER_MS);
        waiting.unshift(...left.map((step) => ({ ...step, join: null, done: () => undefined })));
      }
    }
    isWriting = false;
  }

  return {
    write: (key, join, leave) =>
      new Promise((resolve, reject) => {
        const done = (error: Error | null) => (error === null ? resolve() : reject(error));
        waiting.push({ key, join, leave, done });
        if (!isWriting) void flush();
      }),
    writeAgain: (entries) => insert(sql, entries),
  };
}
