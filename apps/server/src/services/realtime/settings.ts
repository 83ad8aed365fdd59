import { z } from 'zod';
import { positiveCount } from '../../platform/setting-fields.ts';

/** Size of the pool that queries as callers. */
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
    /** Per process. */
    maxConnections: env.REALTIME_MAX_CONNECTIONS,
    /** Per connection, as the next three. */
    maxChannels: env.REALTIME_MAX_CHANNELS,
    joinsPerS: env.REALTIME_JOINS_PER_S,
    messagesPerS: env.REALTIME_MESSAGES_PER_S,
    /** Sent to the client and not yet received by it. */
    maxBufferBytes: env.REALTIME_MAX_BUFFER_BYTES,
    /** Per topic and process. */
    topicMessagesPerS: env.REALTIME_TOPIC_MESSAGES_PER_S,
    /** Per message, by socket or by HTTP. */
    maxMessageBytes: env.REALTIME_MAX_MESSAGE_BYTES,
    /** Per user, or per address of anonymous callers, in all processes. */
    maxPresenceBytes: env.REALTIME_MAX_PRESENCE_BYTES,
    /** Per user, or per address of anonymous callers, in all processes. */
    presenceEventsPerMin: env.REALTIME_PRESENCE_EVENTS_PER_MIN,
    /** A connection without a message for this long is closed. */
    heartbeatTimeoutMs: env.REALTIME_HEARTBEAT_TIMEOUT_S * 1000,
  };
}

/** Limits of sockets. */
export type RealtimeSettings = Readonly<ReturnType<typeof toRealtimeSettings>>;
