import type { Sql } from '../../../platform/database/connection.ts';
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
}

interface DatabaseMessagesDeps {
  /** As the role of this service. */
  readonly sql: Sql;
  readonly notices: Notices;
  readonly topics: Topics;
  readonly broadcasts: Broadcasts;
  readonly logger: Logger;
}

/** Broadcasts by SQL: realtime.send() and realtime.broadcast_changes(). */
export interface DatabaseMessages {
  replay(channel: Channel, wish: NonNullable<JoinConfig['replay']>): Promise<void>;
  close(): Promise<void>;
}

function toBroadcast({ event, payload }: MessageRow, meta?: string): Broadcast {
  return {
    event: event ?? '',
    content: { kind: 'json', text: payload ?? '{}' },
    ...(meta === undefined ? {} : { meta }),
  };
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
  let named: string[] = [];
  let reading: Promise<void> | null = null;

  async function readNamed(): Promise<void> {
    while (named.length > 0) {
      const ids = named;
      named = [];
      const rows = await sql<MessageRow[]>`
        select m.id, m.topic, m.event, m.private as is_private, m.payload::text as payload
        from unnest(string_to_array(${ids.join(',')}, ',')::uuid[]) with ordinality as named (id, place)
          join realtime.messages as m on m.id = named.id
        where m.extension = 'broadcast'
        order by named.place`;
      for (const row of rows) {
        broadcasts.deliver(topicKey(row.is_private ?? false, row.topic), toBroadcast(row), null);
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
      const rows = await sql<MessageRow[]>`
        select id, topic, event, private as is_private, payload::text as payload
        from realtime.messages
        where topic = ${channel.name} and private and extension = 'broadcast'
          and inserted_at > to_timestamp(${sinceMs / 1000}) at time zone current_setting('timezone')
        order by inserted_at desc limit ${limit}`;
      for (const row of rows.reverse()) {
        const { connection, topic } = channel;
        const meta = JSON.stringify({ replayed: true, id: row.id });
        const wire = connection.version.encodeBroadcast(topic, toBroadcast(row, meta));
        if (wire !== null) connection.send(wire);
      }
    },
    async close() {
      await stopHearing();
      await reading;
    },
  };
}
