import { randomUUID } from 'node:crypto';
import type { Sql } from '../../../platform/database/connection.ts';
import { rateLimitKeyOfCaller } from '../../../platform/http/rate-limit-key.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { Logger } from '../../../platform/logger.ts';
import { hashLimitKey, type RateLimiter } from '../../../platform/shared/rate-limits.ts';
import { RefusalError, refusals } from '../errors.ts';
import { textWire } from '../protocol/message.ts';
import type { Bus } from '../shared/bus.ts';
import type { Processes } from '../shared/processes.ts';
import { keyOf, tell, TOPIC_PREFIX, type Channel, type TopicKey } from './channel.ts';
import {
  isEmpty,
  PresenceState,
  readEntries,
  writeDiff,
  type PresenceDiff,
  type PresenceEntry,
} from './presence-state.ts';
import {
  createPresenceWriter,
  PRESENCE_KIND,
  sizeOf,
  type TrackedPresence,
} from './presence-writer.ts';
import type { Topics } from './topics.ts';

/** Who is on which topic, whichever process they are on. */
export interface Presence {
  /** Tells the channel who is there, and from then on who comes and goes. */
  watch(channel: Channel): Promise<void>;
  /**
   * For a channel that watches.
   *
   * @throws RefusalError when its client tracks too much or too often; what it tracked before stays
   */
  track(channel: Channel, meta: JsonObject): Promise<void>;
  untrack(channel: Channel): Promise<void>;
  /** The channel is gone. */
  forget(channel: Channel): void;
}

interface PresenceDeps {
  readonly sql: Sql;
  readonly topics: Topics;
  readonly bus: Bus;
  readonly processes: Processes;
  /** Of one client, on all processes. */
  readonly maxBytes: number;
  readonly rateLimit: Pick<RateLimiter, 'take'>;
  readonly logger: Logger;
}

/** Every watcher of a topic receives it. */
const MAX_META_CHARACTERS = 65_536;

interface Watched {
  readonly state: PresenceState;
  readonly watchers: Set<Channel>;
  readonly loaded: Promise<void>;
  /** What is heard before the state has been read; it may be newer or older than that. */
  early: { joins: PresenceEntry[]; leaves: string[] } | null;
}

/**
 * The rows in the database are what is true; every process keeps those of the
 * topics that its own channels watch. All changes come by the bus, those of this
 * process too, so all processes tell them in the same order.
 */
export function createPresence(deps: PresenceDeps): Presence {
  const { sql, topics, bus, processes, rateLimit, logger } = deps;
  const writer = createPresenceWriter(deps);
  const watched = new Map<TopicKey, Watched>();
  const own = new Map<Channel, TrackedPresence>();

  const read = async (key: TopicKey): Promise<PresenceEntry[]> => [
    ...(await sql<PresenceEntry[]>`
      select ref, process as "processId", key, meta
      from beaconpay_realtime.presences where topic = ${key}`),
  ];

  /** Who goes is told first: realtime-js forgets the references of a key when somebody else joins it. */
  function tellDiff(key: TopicKey, { joins, leaves }: PresenceDiff): void {
    tellPart(key, { joins: [], leaves });
    tellPart(key, { joins, leaves: [] });
  }

  function tellPart(key: TopicKey, diff: PresenceDiff): void {
    const topic = watched.get(key);
    if (topic === undefined || isEmpty(diff)) return;
    const name = TOPIC_PREFIX + key.slice(key.indexOf(':') + 1);
    const payload = writeDiff(diff);
    topics.sendTo(
      key,
      (channel) => topic.watchers.has(channel) && channel.rights.read.presence,
      (version) =>
        textWire(
          version.encode({
            joinRef: null,
            ref: null,
            topic: name,
            event: 'presence_diff',
            payload,
          }),
        ),
    );
  }

  async function load(key: TopicKey, topic: Watched): Promise<void> {
    const entries = await read(key);
    const early = topic.early ?? { joins: [], leaves: [] };
    topic.early = null;
    topic.state.replace(entries);
    topic.state.apply(early.joins, []);
    topic.state.apply([], early.leaves);
  }

  function watchTopic(key: TopicKey): Watched {
    const known = watched.get(key);
    if (known !== undefined) return known;
    const loaded = Promise.withResolvers<undefined>();
    const topic: Watched = {
      state: new PresenceState(),
      watchers: new Set(),
      loaded: loaded.promise,
      early: { joins: [], leaves: [] },
    };
    watched.set(key, topic);
    load(key, topic).then(
      () => loaded.resolve(undefined),
      (error: unknown) => {
        watched.delete(key);
        loaded.reject(error);
      },
    );
    return topic;
  }

  /** Rows of this process may have gone, with a crash of Postgres or while the process hung. */
  async function restore(): Promise<void> {
    const written = await Promise.allSettled(
      [...own.values()].map((tracked) => writer.write(tracked, null)),
    );
    const failed = written.find((one) => one.status === 'rejected');
    if (failed !== undefined) {
      logger.warn({ err: failed.reason }, 'realtime: failed to restore presence');
    }
  }

  async function reload(): Promise<void> {
    await restore();
    for (const [key, topic] of watched) tellDiff(key, topic.state.replace(await read(key)));
  }

  bus.hear(PRESENCE_KIND, ({ key, joins, leaves }) => {
    const topic = watched.get(key as TopicKey);
    if (topic === undefined) return;
    const come = readEntries(joins);
    const gone = Array.isArray(leaves) ? leaves.map(String) : [];
    if (topic.early === null) {
      tellDiff(key as TopicKey, topic.state.apply(come, gone));
      return;
    }
    topic.early.joins.push(...come);
    topic.early.leaves.push(...gone);
  });
  bus.onReconnect(() => {
    reload().catch((error: unknown) => {
      logger.warn({ err: error }, 'who is present could not be read again');
    });
  });
  processes.onReturn(() => void restore());
  processes.onGone((processIds) => {
    const gone = new Set(processIds);
    for (const [key, { state }] of watched) tellDiff(key, state.apply([], state.refsOf(gone)));
  });

  async function untrack(channel: Channel): Promise<void> {
    const tracked = own.get(channel);
    if (tracked === undefined) return;
    own.delete(channel);
    await writer.write(null, tracked);
  }

  /** @throws RefusalError */
  function toTracked(channel: Channel, limitKey: string | null, meta: JsonObject): TrackedPresence {
    const metaText = JSON.stringify(meta);
    if (metaText.length > MAX_META_CHARACTERS) throw refusals.longPresence();
    const [topic, key] = [keyOf(channel), channel.presenceKey];
    return {
      topic,
      entry: { ref: randomUUID(), processId: bus.processId, key, meta },
      sizeBytes: sizeOf(topic, key, metaText),
      limitKey: limitKey === null ? null : hashLimitKey(limitKey),
    };
  }

  /** What was tracked before stays where its successor was refused, unless the channel has gone meanwhile. */
  async function restoreBefore(
    channel: Channel,
    refused: TrackedPresence,
    before: TrackedPresence,
  ): Promise<void> {
    if (own.get(channel) === refused) own.set(channel, before);
    else await writer.write(null, before);
  }

  return {
    async watch(channel) {
      const topic = watchTopic(keyOf(channel));
      if (topic.watchers.has(channel)) return;
      topic.watchers.add(channel);
      await topic.loaded;
      if (channel.rights.read.presence) tell(channel, 'presence_state', topic.state.write());
    },
    async track(channel, meta) {
      const limitKey = rateLimitKeyOfCaller(channel.identity.caller, channel.connection.address);
      const tracked = toTracked(channel, limitKey, meta);
      if (limitKey !== null && (await rateLimit.take(limitKey)) !== null) {
        throw refusals.tooManyPresenceEvents();
      }
      // The channel may have gone while the limit was counted.
      if (watched.get(tracked.topic)?.watchers.has(channel) !== true) return;
      const before = own.get(channel) ?? null;
      own.set(channel, tracked);
      try {
        await writer.write(tracked, before);
      } catch (error) {
        if (error instanceof RefusalError && before !== null) {
          await restoreBefore(channel, tracked, before);
        } else if (own.get(channel) === tracked) own.delete(channel);
        throw error;
      }
    },
    untrack,
    forget(channel) {
      const key = keyOf(channel);
      const topic = watched.get(key);
      topic?.watchers.delete(channel);
      if (topic?.watchers.size === 0) watched.delete(key);
      untrack(channel).catch(() => undefined);
    },
  };
}
