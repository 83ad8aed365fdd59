import { realtimeErrors, type RealtimeError } from '../errors.ts';
import type { ClientMessage } from '../protocol/message.ts';
import { readBroadcast } from './broadcasts.ts';
import { keyOf, sendReply, type Channel } from './channel.ts';
import type { ChannelDeps, OpenChannels } from './open-channels.ts';

/** @returns handles `broadcast` messages of joined channels */
export function createBroadcastHandler(
  { topics, broadcasts }: Pick<ChannelDeps, 'topics' | 'broadcasts'>,
  channels: OpenChannels,
): (channel: Channel, message: ClientMessage) => void {
  /** @returns null when the broadcast was sent */
  function send(channel: Channel, { payload }: ClientMessage): RealtimeError | null {
    const broadcast =
      payload.kind === 'broadcast' ? payload.broadcast : readBroadcast(payload.value);
    if (broadcast === null) return realtimeErrors.badJoin('A broadcast needs an event');
    if (!channel.rights.write.broadcast) return realtimeErrors.notWritable(channel.name);
    const key = keyOf(channel);
    if (!topics.takeMessage(key)) return realtimeErrors.tooManyMessages();
    return broadcasts.send(key, broadcast, channel) ? null : realtimeErrors.tooManyMessages();
  }

  return (channel, message) => {
    const error = send(channel, message);
    if (error !== null) channels.reject(message, error);
    else if (channel.config.acknowledges) sendReply(channels.connection, message, 'ok', {});
  };
}
