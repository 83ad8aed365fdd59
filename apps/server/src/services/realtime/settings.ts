import { z } from 'zod';
import { positiveCount } from '../../platform/setting-fields.ts';

/** Connections that check the rights of callers. */
export const CALLER_CONNECTIONS = 3;

export const realtimeVariables = z.object({
  REALTIME_MAX_CONNECTIONS: positiveCount.default(20_000),
  REALTIME_MAX_CHANNELS: positiveCount.default(100),
  REALTIME_JOINS_PER_S: positiveCount.default(100),
  REALTIME_MESSAGES_PER_S: positiveCount.default(100),
  REALTIME_TOPIC_MESSAGES_PER_S: positiveCount.default(1000),
  REALTIME_MAX_MESSAGE_BYTES: positiveCount.default(1_048_576),
  REALTIME_MAX_BUFFER_BYTES: positiveCount.default(8_388_608),
  REALTIME_MAX_PRESENCE_BYTES: positiveCount.default(1_048_576),
  REALTIME_PRESENCE_EVENTS_PER_MIN: positiveCount.default(600),
  REALTIME_HEARTBEAT_TIMEOUT_S: positiveCount.default(60),
});

export function toRealtimeSettings(env: z.output<typeof realtimeVariables>) {
  return {
    /** Of one process. */
    maxConnections: env.REALTIME_MAX_CONNECTIONS,
    /** The next four are of one connection. */
    maxChannels: env.REALTIME_MAX_CHANNELS,
    joinsPerS: env.REALTIME_JOINS_PER_S,
    messagesPerS: env.REALTIME_MESSAGES_PER_S,
    /** Told but not read yet. */
    maxBufferBytes: env.REALTIME_MAX_BUFFER_BYTES,
    /** Of one topic in one process. */
    topicMessagesPerS: env.REALTIME_TOPIC_MESSAGES_PER_S,
    /** Of one message, by socket or by request. */
    maxMessageBytes: env.REALTIME_MAX_MESSAGE_BYTES,
    /** The next two are of one user, or of one address of anonymous callers, on all processes. */
    maxPresenceBytes: env.REALTIME_MAX_PRESENCE_BYTES,
    presenceEventsPerMin: env.REALTIME_PRESENCE_EVENTS_PER_MIN,
    /** A connection that says nothing for so long is gone. */
    heartbeatTimeoutMs: env.REALTIME_HEARTBEAT_TIMEOUT_S * 1000,
  };
}

/** What sockets may cost. */
export type RealtimeSettings = Readonly<ReturnType<typeof toRealtimeSettings>>;
