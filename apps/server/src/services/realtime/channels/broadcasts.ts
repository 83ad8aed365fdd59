import { isJsonObject, type JsonObject } from '../../../platform/json.ts';
import type { Broadcast } from '../protocol/message.ts';
import type { Bus } from '../shared/bus.ts';
import { TOPIC_PREFIX, type Channel, type TopicKey } from './channel.ts';
import type { Topics } from './topics.ts';

const KIND = 'broadcast';

/** What people say to a topic, whichever process they are on. */
export interface Broadcasts {
  /** @returns false when there is more to say than other processes can be told */
  send(key: TopicKey, broadcast: Broadcast, from: Channel | null): boolean;
  /** Only to those of this process, which all processes do by themselves. */
  deliver(key: TopicKey, broadcast: Broadcast, takes: (channel: Channel) => boolean): void;
}

interface BroadcastsDeps {
  readonly topics: Topics;
  readonly bus: Bus;
}

/** @throws Error when what another process sent is not a broadcast */
function fromBus(message: JsonObject): { key: TopicKey; broadcast: Broadcast } {
  const { key, event, text, bytes, meta } = message;
  const isKey = typeof key === 'string' && /^(?:public|private):/.test(key);
  if (!isKey || typeof event !== 'string') throw new Error('A broadcast has no topic or event.');
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

/** What a client sends as text, or null when it is no broadcast. */
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
    takes: (channel: Channel) => boolean,
  ): void {
    const topic = TOPIC_PREFIX + key.slice(key.indexOf(':') + 1);
    topics.sendTo(
      key,
      (channel) => channel.rights.read.broadcast && takes(channel),
      (version) => version.encodeBroadcast(topic, broadcast),
    );
  }

  bus.hear(KIND, (message, isOwn) => {
    // Those of this process have it already.
    if (isOwn) return;
    const { key, broadcast } = fromBus(message);
    deliver(key, broadcast, () => true);
  });

  return {
    deliver,
    send(key, broadcast, from) {
      const isTaken = bus.post(KIND, toBus(key, broadcast));
      deliver(key, broadcast, (channel) => channel !== from || channel.config.hearsItself);
      return isTaken;
    },
  };
}
