import { isJsonObject, type JsonObject } from '../../../platform/json.ts';
import type { Broadcast } from '../protocol/message.ts';
import type { Bus } from '../shared/bus.ts';
import { TOPIC_PREFIX, type Channel, type TopicKey } from './channel.ts';
import type { Topics } from './topics.ts';

const KIND = 'broadcast';

/** Broadcasts to a topic, in all processes. */
export interface Broadcasts {
  /** @returns false when the send queue to other processes is full */
  send(key: TopicKey, broadcast: Broadcast, from: Channel | null): boolean;
  /** Sends to the channels of this process only. */
  deliver(key: TopicKey, broadcast: Broadcast, accepts: (channel: Channel) => boolean): void;
}

interface BroadcastsDeps {
  readonly topics: Topics;
  readonly bus: Bus;
}

/** @throws Error for an invalid message */
function fromBus(message: JsonObject): { key: TopicKey; broadcast: Broadcast } {
  const { key, event, text, bytes, meta } = message;
  const isKey = typeof key === 'string' && /^(?:public|private):/.test(key);
  if (!isKey || typeof event !== 'string')
    throw new Error('A broadcast from another process has no topic or event.');
  return {
    key: key as TopicKey,
    broadcast: {
      event,
      content:
        typeof bytes === 'string'
          ? { kind: 'binary', bytes: Buffer.from(bytes, 'base64') }
          : { kind: 'json', text: typeof text === 'string' ? text : '{}' },
      ...(typeof meta === 'string' ? { meta } : {}),
    },
  };
}

function toBus(key: TopicKey, { event, content, meta }: Broadcast): JsonObject {
  return {
    key,
    event,
    ...(content.kind === 'json'
      ? { text: content.text }
      : { bytes: content.bytes.toString('base64') }),
    ...(meta === undefined ? {} : { meta }),
  };
}

/** Reads a text message of a client; null when it is no broadcast. */
export function readBroadcast(payload: JsonObject): Broadcast | null {
  const { event, payload: content = {} } = payload;
  if (typeof event !== 'string') return null;
  const meta = isJsonObject(payload.meta) ? { meta: JSON.stringify(payload.meta) } : {};
  return { event, content: { kind: 'json', text: JSON.stringify(content) }, ...meta };
}

export function createBroadcasts({ topics, bus }: BroadcastsDeps): Broadcasts {
  function deliver(
    key: TopicKey,
    broadcast: Broadcast,
    accepts: (channel: Channel) => boolean,
  ): void {
    const topic = TOPIC_PREFIX + key.slice(key.indexOf(':') + 1);
    topics.sendTo(
      key,
      (channel) => channel.rights.read.broadcast && accepts(channel),
      (version) => version.encodeBroadcast(topic, broadcast),
    );
  }

  bus.subscribe(KIND, (message, isOwn) => {
    // Already delivered by `send`.
    if (isOwn) return;
    const { key, broadcast } = fromBus(message);
    deliver(key, broadcast, () => true);
  });

  return {
    deliver,
    send(key, broadcast, from) {
      const isQueued = bus.send(KIND, toBus(key, broadcast));
      deliver(key, broadcast, (channel) => channel !== from || channel.config.receivesOwn);
      return isQueued;
    },
  };
}
