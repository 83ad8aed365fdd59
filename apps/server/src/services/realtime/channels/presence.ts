import { randomUUID } from 'node:crypto';
import type { Sql } from '../../../platform/database/connection.ts';
import { rateLimitKeyOfCaller } from '../../../platform/http/rate-limit-key.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { Logger } from '../../../platform/logger.ts';
import { hashLimitKey, type RateLimiter } from '../../../platform/runtime/rate-limiter.ts';
import { RealtimeError, realtimeErrors } from '../errors.ts';
import { encodeText } from '../protocol/message.ts';
import type { Bus } from '../shared/bus.ts';
import type { ProcessRegistry } from '../shared/process-registry.ts';
import { keyOf, sendEvent, TOPIC_PREFIX, type Channel, type TopicKey } from './channel.ts';
import {
  isEmpty,
  readEntries,
  writeDiff,
  type PresenceDiff,
  type PresenceEntry,
} from './presence-state.ts';
import { PresenceTopic } from './presence-topic.ts';
import {
  createPresenceWriter,
  PRESENCE_KIND,
  sizeOf,
  type PresenceWriter,
  type TrackedPresence,
} from './presence-writer.ts';
import type { Topics } from './topics.ts';

/** The presence of all topics, in all processes. */
export interface Presence {
  /** Sends the current state to the channel, and every later change. */
  watch(channel: Channel): Promise<void>;
  /**
   * For a channel that watches.
   *
   * @throws RealtimeError when its client tracks too much or too often; the previous state stays
   */
  track(channel: Channel, meta: JsonObject): Promise<void>;
  untrack(channel: Channel): Promise<void>;
  /** The channel is closed. */
  forget(channel: Channel): void;
}

interface PresenceDeps {
  readonly sql: Sql;
  readonly topics: Topics;
  readonly bus: Bus;
  readonly processes: ProcessRegistry;
  /** The maximum size of all presences of one client, in all processes. */
  readonly maxBytes: number;
  readonly rateLimit: Pick<RateLimiter, 'take'>;
  readonly logger: Logger;
}

/** Every watcher of a topic receives it. */
const MAX_META_CHARACTERS = 65_536;

/**
 * The database holds the current state. Every process caches the topics that its
 * own channels watch. All changes arrive by the bus, those of this process too, so
 * all processes send them in the same order.
 */
class SharedPresence implements Presence {
  readonly #deps: PresenceDeps;
  readonly #writer: PresenceWriter;
  readonly #watched = new Map<TopicKey, PresenceTopic>();
  readonly #tracked = new Map<Channel, TrackedPresence>();

  constructor(deps: PresenceDeps) {
    const { bus, processes, logger } = deps;
    this.#deps = deps;
    this.#writer = createPresenceWriter(deps);
    bus.subscribe(PRESENCE_KIND, (message) => this.#receive(message));
    bus.onReconnect(() => {
      this.#reload().catch((error: unknown) => {
        logger.warn({ err: error }, 'realtime: failed to reload presence, will retry on reconnect');
      });
    });
    processes.onReturn(() => void this.#restore());
    processes.onGone((processIds) => this.#removeProcesses(new Set(processIds)));
  }

  async watch(channel: Channel): Promise<void> {
    const topic = this.#open(keyOf(channel));
    if (topic.watchers.has(channel)) return;
    topic.watchers.add(channel);
    await topic.loaded;
    if (channel.rights.read.presence) sendEvent(channel, 'presence_state', topic.state.write());
  }

  async track(channel: Channel, meta: JsonObject): Promise<void> {
    const limitKey = rateLimitKeyOfCaller(channel.identity.caller, channel.connection.address);
    const tracked = this.#toTracked(channel, limitKey, meta);
    if (limitKey !== null && (await this.#deps.rateLimit.take(limitKey)) !== null) {
      throw realtimeErrors.tooManyPresenceEvents();
    }
    // The channel may have closed while the limit was checked.
    if (this.#watched.get(tracked.topic)?.watchers.has(channel) !== true) return;
    const previous = this.#tracked.get(channel) ?? null;
    this.#tracked.set(channel, tracked);
    try {
      await this.#writer.write(tracked, previous);
    } catch (error) {
      if (error instanceof RealtimeError && previous !== null) {
        await this.#restorePrevious(channel, tracked, previous);
      } else if (this.#tracked.get(channel) === tracked) this.#tracked.delete(channel);
      throw error;
    }
  }

  async untrack(channel: Channel): Promise<void> {
    const tracked = this.#tracked.get(channel);
    if (tracked === undefined) return;
    this.#tracked.delete(channel);
    await this.#writer.write(null, tracked);
  }

  forget(channel: Channel): void {
    const key = keyOf(channel);
    const topic = this.#watched.get(key);
    topic?.watchers.delete(channel);
    if (topic?.watchers.size === 0) this.#watched.delete(key);
    this.untrack(channel).catch(() => undefined);
  }

  #open(key: TopicKey): PresenceTopic {
    const known = this.#watched.get(key);
    if (known !== undefined) return known;
    const topic = new PresenceTopic(() => this.#read(key));
    this.#watched.set(key, topic);
    topic.loaded.catch(() => {
      if (this.#watched.get(key) === topic) this.#watched.delete(key);
    });
    return topic;
  }

  async #read(key: TopicKey): Promise<PresenceEntry[]> {
    const rows = await this.#deps.sql<PresenceEntry[]>`
      select ref, process as "processId", key, meta
      from backend_realtime.presences where topic = ${key}`;
    return [...rows];
  }

  #receive({ key, joins, leaves }: JsonObject): void {
    const topic = this.#watched.get(key as TopicKey);
    if (topic === undefined) return;
    const left = Array.isArray(leaves) ? leaves.map(String) : [];
    this.#sendDiff(key as TopicKey, topic.apply(readEntries(joins), left));
  }

  /** Leaves first: realtime-js drops the references of a key when another client joins it. */
  #sendDiff(key: TopicKey, { joins, leaves }: PresenceDiff): void {
    this.#sendPart(key, { joins: [], leaves });
    this.#sendPart(key, { joins, leaves: [] });
  }

  #sendPart(key: TopicKey, diff: PresenceDiff): void {
    const watched = this.#watched.get(key);
    if (watched === undefined || isEmpty(diff)) return;
    const topic = TOPIC_PREFIX + key.slice(key.indexOf(':') + 1);
    const message = { joinRef: null, ref: null, topic, event: 'presence_diff' };
    const payload = writeDiff(diff);
    this.#deps.topics.sendTo(
      key,
      (channel) => watched.watchers.has(channel) && channel.rights.read.presence,
      (version) => encodeText(version.encode({ ...message, payload })),
    );
  }

  /** Rows of this process may be gone, with a crash of Postgres or because the process hung. */
  async #restore(): Promise<void> {
    const results = await Promise.allSettled(
      [...this.#tracked.values()].map((tracked) => this.#writer.write(tracked, null)),
    );
    const failed = results.find((one) => one.status === 'rejected');
    if (failed !== undefined) {
      this.#deps.logger.warn({ err: failed.reason }, 'realtime: failed to restore presence');
    }
  }

  async #reload(): Promise<void> {
    await this.#restore();
    for (const [key, { state }] of this.#watched) {
      this.#sendDiff(key, state.replace(await this.#read(key)));
    }
  }

  #removeProcesses(processIds: ReadonlySet<string>): void {
    for (const [key, { state }] of this.#watched) {
      this.#sendDiff(key, state.apply([], state.refsOf(processIds)));
    }
  }

  /** @throws RealtimeError */
  #toTracked(channel: Channel, limitKey: string | null, meta: JsonObject): TrackedPresence {
    const metaText = JSON.stringify(meta);
    if (metaText.length > MAX_META_CHARACTERS) throw realtimeErrors.longPresence();
    const [topic, key] = [keyOf(channel), channel.presenceKey];
    return {
      topic,
      entry: { ref: randomUUID(), processId: this.#deps.bus.processId, key, meta },
      sizeBytes: sizeOf(topic, key, metaText),
      limitKey: limitKey === null ? null : hashLimitKey(limitKey),
    };
  }

  /** The previous state stays where the new one was rejected, unless the channel closed meanwhile. */
  async #restorePrevious(
    channel: Channel,
    rejected: TrackedPresence,
    previous: TrackedPresence,
  ): Promise<void> {
    if (this.#tracked.get(channel) === rejected) this.#tracked.set(channel, previous);
    else await this.#writer.write(null, previous);
  }
}

export function createPresence(deps: PresenceDeps): Presence {
  return new SharedPresence(deps);
}
