import { isJsonObject, tryParseJson, type JsonObject } from '../json.ts';
import type { Database } from '../database/connection.ts';
import type { Logger } from '../logger.ts';
import type { Listener } from './listener.ts';

const CHANNEL = 'backend';
/** Postgres itself rejects 8,000 bytes, envelope included. */
const MAX_MESSAGE_BYTES = 7000;

/** Short messages between all processes and machines that share the database (LISTEN/NOTIFY). */
export interface PubSub {
  /**
   * Sends to every process, this one included. Within a transaction the message is
   * sent on commit. At most 7,000 bytes of JSON.
   */
  publish(sql: Database, topic: string, message: JsonObject): Promise<void>;
  /**
   * Receives the messages of a topic. Messages sent while the connection was lost
   * are lost; `onReconnect` is called when it is back.
   *
   * @returns unsubscribes
   */
  subscribe(
    topic: string,
    receive: (message: JsonObject) => void,
    onReconnect?: () => void,
  ): Promise<() => Promise<void>>;
}

interface Subscriber {
  readonly topic: string;
  readonly receive: (message: JsonObject) => void;
  readonly onReconnect?: () => void;
}

/** Null for a payload that another program sent on the channel. */
function parsePayload(payload: string): { topic: string; message: JsonObject } | null {
  const envelope = tryParseJson(payload);
  if (!isJsonObject(envelope)) return null;
  const { topic, message } = envelope;
  return typeof topic === 'string' && isJsonObject(message) ? { topic, message } : null;
}

/**
 * Pub/sub over the one listening connection of the process.
 *
 * Consistency: a message reaches every process that listens when its transaction
 * commits, in commit order, at most once. It is a hint that something changed; the
 * database holds the current state.
 */
export function createPubSub(listener: Pick<Listener, 'listen'>, logger: Logger): PubSub {
  const subscribers = new Set<Subscriber>();
  const listening = Promise.withResolvers<undefined>();
  let isListenCalled = false;
  let hasListened = false;

  /** An error of one subscriber does not affect the others. */
  const run = (topic: string, handle: () => void): void => {
    try {
      handle();
    } catch (error) {
      logger.error({ err: error, topic }, 'pub/sub: failed to handle a message');
    }
  };

  const receivePayload = (payload: string): void => {
    const envelope = parsePayload(payload);
    if (envelope === null) return;
    const { topic, message } = envelope;
    for (const subscriber of subscribers) {
      if (subscriber.topic === topic) run(topic, () => subscriber.receive(message));
    }
  };

  const onListening = (): void => {
    listening.resolve(undefined);
    if (hasListened) {
      for (const { topic, onReconnect } of subscribers) run(topic, () => onReconnect?.());
    }
    hasListened = true;
  };

  const listen = (): Promise<void> => {
    if (!isListenCalled) {
      isListenCalled = true;
      listener.listen(CHANNEL, receivePayload, onListening);
    }
    return listening.promise;
  };

  return {
    async publish(publisher, topic, message) {
      if (Buffer.byteLength(JSON.stringify(message)) > MAX_MESSAGE_BYTES) {
        throw new Error(`A message of ${topic} is larger than ${MAX_MESSAGE_BYTES} bytes.`);
      }
      await publisher`select pg_notify(${CHANNEL}, ${JSON.stringify({ topic, message })})`;
    },
    async subscribe(topic, receive, onReconnect) {
      const subscriber = { topic, receive, ...(onReconnect ? { onReconnect } : {}) };
      subscribers.add(subscriber);
      await listen();
      return () => {
        subscribers.delete(subscriber);
        return Promise.resolve();
      };
    },
  };
}
