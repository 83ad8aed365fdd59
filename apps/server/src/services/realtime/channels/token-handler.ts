import { RealtimeError } from '../errors.ts';
import { objectOf, type ClientMessage } from '../protocol/message.ts';
import { isToken } from './authentication.ts';
import type { Channel } from './channel.ts';
import type { ChannelDeps, OpenChannels } from './open-channels.ts';

/** @returns handles `access_token` messages: a new token is authorized like a join */
export function createTokenHandler(
  { authenticator }: Pick<ChannelDeps, 'authenticator'>,
  channels: OpenChannels,
): (channel: Channel, message: ClientMessage) => Promise<void> {
  return async (channel, message) => {
    const { access_token: value } = objectOf(message);
    const token = typeof value === 'string' ? value : null;
    if (!isToken(token) || token === channel.identity.caller.token) return;
    try {
      const identity = await authenticator.authenticate(token, channels.connection.caller);
      const rights = await channels.authorize(
        identity,
        channel.name,
        channel.config.isPrivate,
        () => channels.isJoined(channel),
      );
      channel.identity = identity;
      channel.rights = rights;
    } catch (error) {
      if (!channels.isJoined(channel)) return;
      const reason = error instanceof RealtimeError ? error.message : 'The token cannot be checked';
      channels.close(channel, reason);
    }
  };
}
