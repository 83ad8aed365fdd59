import type { ClientMessage } from '../protocol/message.ts';
import type { Connection } from '../socket/socket-connection.ts';
import { createPerSecond } from '../../../platform/runtime/per-second.ts';
import type { ConnectionHandler } from '../socket/sockets.ts';
import { createBroadcastHandler } from './broadcast-handler.ts';
import { sendClose, sendReply, type Channel } from './channel.ts';
import { createJoinHandler } from './join-handler.ts';
import { OpenChannels, type ChannelDeps, type OpenChannel } from './open-channels.ts';
import { createPresenceHandler } from './presence-handler.ts';
import { createTokenHandler } from './token-handler.ts';

/** Dispatches the messages of one connection to the handlers of its channels. */
export function createConnectionChannels(
  deps: ChannelDeps,
  connection: Connection,
): ConnectionHandler {
  const channels = new OpenChannels(deps, connection);
  const messages = createPerSecond(deps.settings.messagesPerS, deps.clock);
  const handleJoin = createJoinHandler(deps, channels);
  const handleBroadcast = createBroadcastHandler(deps, channels);
  const handlePresence = createPresenceHandler(deps, channels);
  const handleToken = createTokenHandler(deps, channels);

  function leave(message: ClientMessage, { channel }: OpenChannel): void {
    channels.remove(message.topic);
    sendReply(connection, message, 'ok', {});
    if (channel !== null) sendClose(channel, 'phx_close');
  }

  /** Runs a task after all earlier tasks of the channel. */
  function enqueue(opened: OpenChannel, task: (channel: Channel) => Promise<void>): void {
    opened.work = opened.work.then(async () => {
      if (opened.channel !== null && !opened.isClosed) await task(opened.channel);
    });
  }

  function receiveOnChannel(message: ClientMessage, opened: OpenChannel): void {
    const { event } = message;
    const { channel } = opened;
    if (event === 'phx_leave') leave(message, opened);
    else if (!messages.take()) {
      if (channel !== null) channels.close(channel, 'Too many messages per second');
    } else if (event === 'access_token') enqueue(opened, (it) => handleToken(it, message));
    else if (event === 'presence') enqueue(opened, (it) => handlePresence(it, message));
    else if (event === 'broadcast' && channel !== null) handleBroadcast(channel, message);
    else sendReply(connection, message, 'error', { reason: 'unmatched event' });
  }

  return {
    receive(message) {
      const { topic, event } = message;
      if (topic === 'phoenix') {
        if (event === 'heartbeat') sendReply(connection, message, 'ok', {});
        return;
      }
      if (event === 'phx_join') {
        handleJoin(message);
        return;
      }
      const opened = channels.get(topic);
      if (opened !== undefined) receiveOnChannel(message, opened);
      else sendReply(connection, message, 'error', { reason: 'unmatched topic' });
    },
    sweep(nowMs) {
      for (const { channel } of channels.all()) {
        if (channel === null) continue;
        const reason = deps.authenticator.expiryReasonOf(channel.identity, nowMs);
        if (reason !== null) channels.close(channel, reason);
      }
    },
    close: () => channels.removeAll(),
  };
}
