import type postgres from 'postgres';
import { isJsonObject, tryParseJson, type JsonObject } from '../json.ts';
import type { Sql } from '../database/connection.ts';
import type { Logger } from '../logger.ts';
import type { Listener } from './listener.ts';

const CHANNEL = 'beaconpay';
/** Postgres itself refuses 8,000 bytes, envelope included. */
const MAX_MESSAGE_BYTES = 7000;

/** Short messages between all processes and machines that share the database (LISTEN/NOTIFY). */
export interface Notices {
  /** Tells everyone, this process too; within a transaction once it has committed. At most 7,000 bytes of JSON. */
  publish(sql: Sql | postgres.TransactionSql, topic: string, message: JsonObject): Promise<void>;
  /**
   * Hears a topic. Notices sent while the connection was away are lost, so
   * `onReconnect` says when to look again.
   *
   * @returns stops hearing
   */
  subscribe(
    topic: string,
    hear: (message: JsonObject) => void,
    onReconnect?: () => void,
  ): Promise<() => Promise<void>>;
}

interface Subscriber {
  readonly topic: string;
  readonly hear: (message: JsonObject) => void;
  readonly onReconnect?: () => void;
}

/** Null for what somebody else put on the channel. */
function readNotice(payload: string): { topic: string; message: JsonObject } | null {
  const notice = tryParseJson(payload);
  if (!isJsonObject(notice)) return null;
  const { topic, message } = notice;
  return typeof topic === 'string' && isJsonObject(message) ? { topic, message } : null;
}

/**
 * Notices over the one listening connection of the process.
 *
 * Consistency: a notice reaches every process that listens at the moment of its
 * commit, in the order of commits, at most once. It says that something changed;
 * what is true is read from the database.
 */
export function createNotices(listener: Pick<Listener, 'listen'>, logger: Logger): Notices {
  const subscribers = new Set<Subscriber>();
  const listening = Promise.withResolvers<undefined>();
  let asked = false;
  let listenedBefore = false;

  /** One subscriber's fault is not its neighbours'. */
  const tell = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      logger.error({ err: error }, 'a notice could not be handled');
    }
  };

  const hear = (payload: string): void => {
    const notice = readNotice(payload);
    if (notice === null) return;
    for (const subscriber of subscribers) {
      if (subscriber.topic === notice.topic) tell(() => subscriber.hear(notice.message));
    }
  };

  const onListening = (): void => {
    listening.resolve(undefined);
    if (listenedBefore) for (const { onReconnect } of subscribers) tell(() => onReconnect?.());
    listenedBefore = true;
  };

  const listen = (): Promise<void> => {
    if (!asked) {
      asked = true;
      listener.listen(CHANNEL, hear, onListening);
    }
    return listening.promise;
  };

  return {
    async publish(publisher, topic, message) {
      if (Buffer.byteLength(JSON.stringify(message)) > MAX_MESSAGE_BYTES) {
        throw new Error(`A notice of ${topic} is larger than ${MAX_MESSAGE_BYTES} bytes.`);
      }
      await publisher`select pg_notify(${CHANNEL}, ${JSON.stringify({ topic, message })})`;
    },
    async subscribe(topic, hearMessage, onReconnect) {
      const subscriber = { topic, hear: hearMessage, ...(onReconnect ? { onReconnect } : {}) };
      subscribers.add(subscriber);
      await listen();
      return () => {
        subscribers.delete(subscriber);
        return Promise.resolve();
      };
    },
  };
}
