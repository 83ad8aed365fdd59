import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../platform/json.ts';
import { realtimeErrors } from '../errors.ts';
import { readJoinPayload } from '../protocol/join-payload.ts';
import { objectOf, type ClientMessage } from '../protocol/message.ts';
import { createPerSecond } from '../../../platform/runtime/per-second.ts';
import type { Authenticator } from './authentication.ts';
import { sendClose, sendReply, sendSystem, TOPIC_PREFIX, type Channel } from './channel.ts';
import type { ChannelDeps, OpenChannel, OpenChannels } from './open-channels.ts';

/** @returns the joined channel, or null when the client left meanwhile */
async function authorizeJoin(
  authenticator: Authenticator,
  channels: OpenChannels,
  message: ClientMessage,
  opened: OpenChannel,
): Promise<Channel | null> {
  const { connection } = channels;
  const { topic } = message;
  const name = topic.slice(TOPIC_PREFIX.length);
  const config = readJoinPayload(topic, objectOf(message));
  const identity = await authenticator.authenticate(config.accessToken, connection.caller);
  const rights = await channels.authorize(identity, name, config.isPrivate, () => !opened.isClosed);
  if (opened.isClosed) return null;
  const presenceKey = config.presence.key ?? randomUUID();
  const { joinRef } = opened;
  return { topic, name, joinRef, connection, config, presenceKey, identity, rights };
}

/** @returns handles `phx_join` */
export function createJoinHandler(
  deps: ChannelDeps,
  channels: OpenChannels,
): (message: ClientMessage) => void {
  const { settings, authenticator, topics, presence, changes, messages, logger } = deps;
  const { connection } = channels;
  const joins = createPerSecond(settings.joinsPerS, deps.clock);

  async function sendReplicationReady(channel: Channel): Promise<void> {
    const isReady = await deps.replication.whenReady();
    if (!channels.isJoined(channel)) return;
    if (isReady) sendSystem(channel, 'system', 'ok', 'Replication connection established');
    else channels.close(channel, 'Replication connection was not established in time');
  }

  async function join(message: ClientMessage, opened: OpenChannel): Promise<void> {
    const channel = await authorizeJoin(authenticator, channels, message, opened);
    if (channel === null) return;
    const { config, rights } = channel;
    opened.channel = channel;
    topics.add(channel);
    const subscriptions: readonly JsonObject[] = changes.add(channel);
    sendReply(connection, message, 'ok', { postgres_changes: subscriptions });
    changes.begin(channel);
    if (config.wantsReplicationReady) void sendReplicationReady(channel);
    if (config.replay !== null && rights.read.broadcast) {
      await messages.replay(channel, config.replay);
    }
    if (config.presence.enabled && channels.isJoined(channel)) await presence.watch(channel);
  }

  function start(message: ClientMessage): void {
    const { topic, joinRef } = message;
    const opened = channels.open(topic, joinRef);
    opened.work = join(message, opened).catch((error: unknown) => {
      if (opened.isClosed) return;
      // After the reply, an error no longer fails the join.
      if (opened.channel !== null) {
        logger.warn(
          { err: error, topic },
          'realtime: failed to load presence or replay for channel',
        );
        return;
      }
      channels.remove(topic);
      channels.reject(message, error);
    });
  }

  return (received) => {
    const { topic } = received;
    if (!topic.startsWith(TOPIC_PREFIX)) {
      sendReply(connection, received, 'error', { reason: 'unmatched topic' });
      return;
    }
    const message = { ...received, joinRef: received.joinRef ?? received.ref };
    const previous = channels.get(topic)?.channel ?? null;
    channels.remove(topic);
    // A join with a new reference replaces the channel.
    if (previous !== null && previous.joinRef !== message.joinRef) sendClose(previous, 'phx_close');
    if (!joins.take()) channels.reject(received, realtimeErrors.tooManyJoins());
    else if (topic === TOPIC_PREFIX) channels.reject(received, realtimeErrors.missingTopic());
    else if (channels.size >= settings.maxChannels) {
      channels.reject(received, realtimeErrors.tooManyChannels());
    } else start(message);
  };
}
