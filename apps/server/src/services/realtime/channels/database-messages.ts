import type { Sql } from '../../../platform/database/connection.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { PubSub } from '../../../platform/shared/pub-sub.ts';
import type { JoinConfig } from '../protocol/join-payload.ts';
import type { Broadcast } from '../protocol/message.ts';
import type { Broadcasts } from './broadcasts.ts';
import { topicKey, type Channel } from './channel.ts';
import type { Topics } from './topics.ts';

/** Published by a trigger of `realtime.messages`. */
const TOPIC = 'realtime:messages';

interface MessageRow {
  readonly id: string;
  readonly topic: string;
  readonly event: string | null;
  readonly is_private: boolean | null;
  readonly payload: string | null;
  readonly binary_payload: Buffer | null;
}

interface DatabaseMessagesDeps {
  /** Logs in as the role of this service. */
  readonly sql: Sql;
  readonly pubSub: PubSub;
  readonly topics: Topics;
  readonly broadcasts: Broadcasts;
  readonly logger: Logger;
}

/** Broadcasts sent by SQL: `realtime.send()`, `realtime.send_binary()` and `realtime.broadcast_changes()`. */
export interface DatabaseMessages {
  replay(channel: Channel, request: NonNullable<JoinConfig['replay']>): Promise<void>;
  close(): Promise<void>;
}

function toBroadcast(row: MessageRow, meta: JsonObject = {}): Broadcast {
  const { id, event, payload, binary_payload: bytes } = row;
  return {
    event: event ?? '',
    content: bytes === null ? { kind: 'json', text: payload ?? '{}' } : { kind: 'binary', bytes },
    meta: JSON.stringify({ ...meta, id }),
  };
}

/** The messages that a channel received by its replay, or live during the replay. */
interface Replay {
  readonly ids: Set<string>;
  isRunning: boolean;
}

/** The latest messages of a private topic, newest first. */
async function fetchReplay(
  sql: Sql,
  topic: string,
  { sinceMs, limit }: NonNullable<JoinConfig['replay']>,
): Promise<MessageRow[]> {
  const rows = await sql<MessageRow[]>`
    select id, topic, event, private as is_private, payload::text as payload, binary_payload
    from realtime.messages
    where topic = ${topic} and private and extension = 'broadcast'
      and inserted_at > to_timestamp(${sinceMs / 1000}) at time zone current_setting('timezone')
    order by inserted_at desc limit ${limit}`;
  return [...rows];
}

/**
 * A notification names each committed message. This process reads the messages of
 * topics that one of its channels has joined. Messages are kept for some days and
 * replayed to private channels on request.
 */
export async function createDatabaseMessages(
  deps: DatabaseMessagesDeps,
): Promise<DatabaseMessages> {
  const { sql, pubSub, topics, broadcasts, logger } = deps;
  const replays = new WeakMap<Channel, Replay>();
  let pendingIds: string[] = [];
  let reading: Promise<void> | null = null;

  /** Whether the channel has not received the message yet. */
  function accepts(channel: Channel, id: string): boolean {
    const replay = replays.get(channel);
    if (replay === undefined) return true;
    if (replay.ids.has(id)) return false;
    if (replay.isRunning) replay.ids.add(id);
    return true;
  }

  async function readPending(): Promise<void> {
    while (pendingIds.length > 0) {
      const ids = pendingIds;
      pendingIds = [];
      const rows = await sql<MessageRow[]>`
        select m.id, m.topic, m.event, m.private as is_private, m.payload::text as payload,
          m.binary_payload
        from unnest(string_to_array(${ids.join(',')}, ',')::uuid[]) with ordinality as pending (id, position)
          join realtime.messages as m on m.id = pending.id
        where m.extension = 'broadcast'
        order by pending.position`;
      for (const row of rows) {
        const key = topicKey(row.is_private ?? false, row.topic);
        broadcasts.deliver(key, toBroadcast(row), (channel) => accepts(channel, row.id));
      }
    }
  }

  function read(): void {
    reading ??= readPending()
      .catch((error: unknown) => {
        logger.warn(
          { err: error },
          'realtime: failed to read broadcasts from the database, will not retry',
        );
      })
      .finally(() => {
        reading = null;
      });
  }

  const unsubscribe = await pubSub.subscribe(TOPIC, ({ id, topic, private: isPrivate }) => {
    if (typeof id !== 'string' || typeof topic !== 'string') return;
    if (topics.channelsOf(topicKey(isPrivate === true, topic)).size === 0) return;
    pendingIds.push(id);
    read();
  });

  return {
    async replay(channel, request) {
      const replay: Replay = { ids: new Set(), isRunning: true };
      replays.set(channel, replay);
      const rows = await fetchReplay(sql, channel.name, request).finally(() => {
        replay.isRunning = false;
      });
      for (const row of rows.reverse()) {
        if (replay.ids.has(row.id)) continue;
        replay.ids.add(row.id);
        const { connection, topic } = channel;
        const broadcast = toBroadcast(row, { replayed: true });
        const encoded = connection.version.encodeBroadcast(topic, broadcast);
        if (encoded !== null) connection.sendEncoded(encoded);
      }
    },
    async close() {
      await unsubscribe();
      await reading;
    },
  };
}
