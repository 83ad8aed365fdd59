import { z } from 'zod';
import { positiveCount } from '../../platform/setting-fields.ts';

export const realtimeVariables = z.object({
  REALTIME_MAX_CONNECTIONS: positiveCount.default(20_000),
  REALTIME_MAX_CHANNELS: positiveCount.default(100),
  REALTIME_JOINS_PER_S: positiveCount.default(100),
  REALTIME_MESSAGES_PER_S: positiveCount.default(100),
  REALTIME_TOPIC_MESSAGES_PER_S: positiveCount.default(1000),
  REALTIME_MAX_MESSAGE_BYTES: positiveCount.default(1_048_576),
  REALTIME_MAX_BUFFER_BYTES: positiveCount.default(8_388_608),
  REALTIME_HEARTBEAT_TIMEOUT_S: positiveCount.default(60),
});

/** What sockets may cost. */
export interface RealtimeSettings {
  /** Of one process. */
  readonly maxConnections: number;
  /** The next four are of one connection. */
  readonly maxChannels: number;
  readonly joinsPerS: number;
  readonly messagesPerS: number;
  /** Told but not read yet. */
  readonly maxBufferBytes: number;
  /** Of one topic in one process. */
  readonly topicMessagesPerS: number;
  /** Of one message, by socket or by request. */
  readonly maxMessageBytes: number;
  /** A connection that says nothing for so long is gone. */
  readonly heartbeatTimeoutMs: number;
}

export function toRealtimeSettings(env: z.output<typeof realtimeVariables>): RealtimeSettings {
  return {
    maxConnections: env.REALTIME_MAX_CONNECTIONS,
    maxChannels: env.REALTIME_MAX_CHANNELS,
    joinsPerS: env.REALTIME_JOINS_PER_S,
    messagesPerS: env.REALTIME_MESSAGES_PER_S,
    topicMessagesPerS: env.REALTIME_TOPIC_MESSAGES_PER_S,
    maxMessageBytes: env.REALTIME_MAX_MESSAGE_BYTES,
    maxBufferBytes: env.REALTIME_MAX_BUFFER_BYTES,
    heartbeatTimeoutMs: env.REALTIME_HEARTBEAT_TIMEOUT_S * 1000,
  };
}
