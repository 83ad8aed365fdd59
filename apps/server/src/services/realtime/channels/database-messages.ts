import type { Sql } from '../../../platform/database/connection.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Notices } from '../../../platform/shared/notices.ts';
import type { JoinConfig } from '../protocol/join-payload.ts';
import type { Broadcast } from '../protocol/message.ts';
import type { Broadcasts } from './broadcasts.ts';
import { topicKey, type Channel } from './channel.ts';
import type { Topics } from './topics.ts';

/** Told by a trigger of realtime.messages. */
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
  /** As the role of this service. */
  readonly sql: Sql;
  readonly notices: Notices;
  readonly topics: Topics;
  readonly broadcasts: Broadcasts;
  readonly logger: Logger;
}

/** Broadcasts by SQL: realtime.send(), realtime.send_binary() and realtime.broadcast_changes(). */
export interface DatabaseMessages {
  replay(channel: Channel, wish: NonNullable<JoinConfig['replay']>): Promise<void>;
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

/** Which messages a channel has got, by its replay or while that was under way. */
interface Replay {
  readonly ids: Set<string>;
  isUnderWay: boolean;
}

/**
 * A notice names each message that was committed; those of topics that somebody
 * here has joined are read. They are kept for some days, to be said again to
 * private channels that ask for it.
 */
export async function createDatabaseMessages(
  deps: DatabaseMessagesDeps,
): Promise<DatabaseMessages> {
  const { sql, notices, topics, broadcasts, logger } = deps;
  const replays = new WeakMap<Channel, Replay>();
  let named: string[] = [];
  let reading: Promise<void> | null = null;

  /** Whether the channel has yet to get the message. */
  function takes(channel: Channel, id: string): boolean {
    const replay = replays.get(channel);
    if (replay === undefined) return true;
    if (replay.ids.has(id)) return false;
    if (replay.isUnderWay) replay.ids.add(id);
    return true;
  }

  async function readNamed(): Promise<void> {
    while (named.length > 0) {
      const ids = named;
      named = [];
      const rows = await sql<MessageRow[]>`
        select m.id, m.topic, m.event, m.private as is_private, m.payload::text as payload,
          m.binary_payload
        from unnest(string_to_array(${ids.join(',')}, ',')::uuid[]) with ordinality as named (id, place)
          join realtime.messages as m on m.id = named.id
        where m.extension = 'broadcast'
        order by named.place`;
      for (const row of rows) {
        const key = topicKey(row.is_private ?? false, row.topic);
        broadcasts.deliver(key, toBroadcast(row), (channel) => takes(channel, row.id));
      }
    }
  }

  function read(): void {
    reading ??= readNamed()
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'broadcasts of the database could not be read');
      })
      .finally(() => {
        reading = null;
      });
  }

  const stopHearing = await notices.subscribe(TOPIC, ({ id, topic, private: isPrivate }) => {
    if (typeof id !== 'string' || typeof topic !== 'string') return;
    if (topics.channelsOf(topicKey(isPrivate === true, topic)).size === 0) return;
    named.push(id);
    read();
  });

  return {
    async replay(channel, { sinceMs, limit }) {
      const replay: Replay = { ids: new Set(), isUnderWay: true };
      replays.set(channel, replay);
      const rows = await sql<MessageRow[]>`
        select id, topic, event, private as is_private, payload::text as payload, binary_payload
        from realtime.messages
        where topic = ${channel.name} and private and extension = 'broadcast'
          and inserted_at > to_timestamp(${sinceMs / 1000}) at time zone current_setting('timezone')
        order by inserted_at desc limit ${limit}`.finally(() => {
        replay.isUnderWay = false;
      });
      for (const row of rows.reverse()) {
        if (replay.ids.has(row.id)) continue;
        replay.ids.add(row.id);
        const { connection, topic } = channel;
        const broadcast = toBroadcast(row, { replayed: true });
        const wire = connection.version.encodeBroadcast(topic, broadcast);
        if (wire !== null) connection.send(wire);
      }
    },
    async close() {
      await stopHearing();
      await reading;
    },
  };
}
