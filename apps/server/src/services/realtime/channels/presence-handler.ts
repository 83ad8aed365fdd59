import { isJsonObject } from '../../../platform/json.ts';
import { RealtimeError, realtimeErrors } from '../errors.ts';
import { objectOf, type ClientMessage } from '../protocol/message.ts';
import { sendReply, type Channel } from './channel.ts';
import type { ChannelDeps, OpenChannels } from './open-channels.ts';

/** @returns handles `presence` messages (track and untrack) of joined channels */
export function createPresenceHandler(
  { presence }: Pick<ChannelDeps, 'presence'>,
  channels: OpenChannels,
): (channel: Channel, message: ClientMessage) => Promise<void> {
  return async (channel, message) => {
    const { event, payload } = objectOf(message);
    try {
      if (event === 'track') {
        if (!channel.rights.write.presence) throw realtimeErrors.notWritable(channel.name);
        await presence.watch(channel);
        await presence.track(channel, isJsonObject(payload) ? payload : {});
      } else if (event === 'untrack') await presence.untrack(channel);
      sendReply(channels.connection, message, 'ok', {});
    } catch (error) {
      const reason = error instanceof RealtimeError ? error : realtimeErrors.databaseUnavailable();
      channels.reject(message, reason);
    }
  };
}
