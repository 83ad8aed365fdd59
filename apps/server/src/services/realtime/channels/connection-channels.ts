import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import { isJsonObject, type JsonObject } from '../../../platform/json.ts';
import type { Logger } from '../../../platform/logger.ts';
import { RefusalError, refusals } from '../errors.ts';
import { readJoinPayload } from '../protocol/join-payload.ts';
import type { ClientMessage } from '../protocol/message.ts';
import type { RealtimeSettings } from '../settings.ts';
import type { Connection } from '../socket/connection.ts';
import { createPerSecond } from '../socket/per-second.ts';
import type { ConnectionHandler } from '../socket/sockets.ts';
import { readBroadcast, type Broadcasts } from './broadcasts.ts';
import { keyOf, reply, tellEnd, tellSystem, TOPIC_PREFIX, type Channel } from './channel.ts';
import type { DatabaseMessages } from './database-messages.ts';
import { ALL_RIGHTS, type Policies, type Rights } from './policies.ts';
import type { Presence } from './presence.ts';
import type { ReplicationProbe } from './replication-probe.ts';
import type { Topics } from './topics.ts';
import { isToken, payerOf, type Identifier, type Identity } from './who.ts';

/** What hears of changes for a channel. */
export interface ChannelChanges {
  /** @returns how the client knows each of its wishes */
  add(channel: Channel): readonly JsonObject[];
  /** The wishes are told what became of them once the client knows them. */
  begin(channel: Channel): void;
  remove(channel: Channel): void;
}

interface ChannelsDeps {
  readonly settings: RealtimeSettings;
  readonly identifier: Identifier;
  readonly policies: Policies;
  readonly topics: Topics;
  readonly broadcasts: Broadcasts;
  readonly presence: Presence;
  readonly changes: ChannelChanges;
  readonly messages: Pick<DatabaseMessages, 'replay'>;
  readonly replication: Pick<ReplicationProbe, 'whenReady'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Joined {
  /** Null until the client has been let in. */
  channel: Channel | null;
  readonly joinRef: string | null;
  /** What is done for the channel, one thing after the other. */
  work: Promise<void>;
  isGone: boolean;
}

const valueOf = ({ payload }: ClientMessage): JsonObject =>
  payload.kind === 'object' ? payload.value : {};

/** All channels of one connection. */
export function createConnectionChannels(
  deps: ChannelsDeps,
  connection: Connection,
): ConnectionHandler {
  const { settings, identifier, policies, topics, broadcasts, presence, changes } = deps;
  const { clock, logger } = deps;
  const joinedByTopic = new Map<string, Joined>();
  const joins = createPerSecond(settings.joinsPerS, clock);
  const messages = createPerSecond(settings.messagesPerS, clock);

  const refuse = (message: ClientMessage, error: unknown): void => {
    if (!(error instanceof RefusalError)) {
      logger.error({ err: error }, 'a message could not be handled');
    }
    const reason = error instanceof RefusalError ? error.reason : 'Unknown Error on Channel';
    reply(connection, message, 'error', { reason });
  };

  function remove(topic: string): void {
    const joined = joinedByTopic.get(topic);
    if (joined === undefined) return;
    joinedByTopic.delete(topic);
    joined.isGone = true;
    const { channel } = joined;
    if (channel === null) return;
    topics.remove(channel);
    presence.forget(channel);
    changes.remove(channel);
  }

  /** Ends a channel from here, and says why. */
  function shut(channel: Channel, reason: string): void {
    tellSystem(channel, 'system', 'error', reason);
    tellEnd(channel, 'phx_close');
    remove(channel.topic);
  }

  async function askRights(
    { caller }: Identity,
    name: string,
    isPrivate: boolean,
    isWanted: () => boolean,
  ): Promise<Rights> {
    if (!isPrivate) return ALL_RIGHTS;
    const payer = payerOf(caller, connection);
    const rights = await policies.ask({ caller, payer, isWanted }, name);
    if (!rights.read.broadcast && !rights.read.presence) throw refusals.notReadable(name);
    return rights;
  }

  async function announceReplication(channel: Channel): Promise<void> {
    const isReady = await deps.replication.whenReady();
    if (joinedByTopic.get(channel.topic)?.channel !== channel) return;
    if (isReady) tellSystem(channel, 'system', 'ok', 'Replication connection established');
    else shut(channel, 'Replication connection was not established in time');
  }

  async function letIn(message: ClientMessage, joined: Joined): Promise<void> {
    const { topic } = message;
    const name = topic.slice(TOPIC_PREFIX.length);
    const config = readJoinPayload(topic, valueOf(message));
    const identity = await identifier.identify(config.accessToken, connection.caller);
    const rights = await askRights(identity, name, config.isPrivate, () => !joined.isGone);
    if (joined.isGone) return;
    const presenceKey = config.presence.key ?? randomUUID();
    const { joinRef } = joined;
    const channel = { topic, name, joinRef, connection, config, presenceKey, identity, rights };
    joined.channel = channel;
    topics.add(channel);
    reply(connection, message, 'ok', { postgres_changes: changes.add(channel) });
    changes.begin(channel);
    if (config.wantsReplicationReady) void announceReplication(channel);
    if (config.replay !== null && rights.read.broadcast) {
      await deps.messages.replay(channel, config.replay);
    }
    if (config.presence.enabled && joinedByTopic.get(topic) === joined) {
      await presence.watch(channel);
    }
  }

  function join(message: ClientMessage): void {
    const { topic } = message;
    const joinRef = message.joinRef ?? message.ref;
    if (!topic.startsWith(TOPIC_PREFIX)) {
      reply(connection, message, 'error', { reason: 'unmatched topic' });
      return;
    }
    const before = joinedByTopic.get(topic)?.channel ?? null;
    remove(topic);
    // A client that joins again by a new reference has given the old channel up.
    if (before !== null && before.joinRef !== joinRef) tellEnd(before, 'phx_close');
    if (!joins.take()) {
      refuse(message, refusals.tooManyJoins());
      return;
    }
    if (topic === TOPIC_PREFIX) {
      refuse(message, refusals.missingTopic());
      return;
    }
    if (joinedByTopic.size >= settings.maxChannels) {
      refuse(message, refusals.tooManyChannels());
      return;
    }
    const joined: Joined = { channel: null, joinRef, work: Promise.resolve(), isGone: false };
    joinedByTopic.set(topic, joined);
    const join = { ...message, joinRef };
    joined.work = letIn(join, joined).catch((error: unknown) => {
      if (joined.isGone) return;
      // What failed after it was let in is told, and does not keep it out.
      if (joined.channel !== null) {
        logger.warn({ err: error }, 'a channel does not know who is there, or what was said');
        return;
      }
      joinedByTopic.delete(topic);
      refuse(join, error);
    });
  }

  function broadcast(channel: Channel, message: ClientMessage): void {
    const { payload } = message;
    const said = payload.kind === 'broadcast' ? payload.broadcast : readBroadcast(payload.value);
    const answer = (error: RefusalError | null): void => {
      if (error !== null) refuse(message, error);
      else if (channel.config.acknowledges) reply(connection, message, 'ok', {});
    };
    if (said === null) {
      answer(refusals.badJoin('A broadcast needs an event'));
      return;
    }
    if (!channel.rights.write.broadcast) {
      answer(refusals.notWritable(channel.name));
      return;
    }
    const key = keyOf(channel);
    if (!topics.takeMessage(key)) {
      answer(refusals.tooManyMessages());
      return;
    }
    answer(broadcasts.send(key, said, channel) ? null : refusals.tooManyMessages());
  }

  async function present(channel: Channel, message: ClientMessage): Promise<void> {
    const { event, payload } = valueOf(message);
    try {
      if (event === 'track') {
        if (!channel.rights.write.presence) throw refusals.notWritable(channel.name);
        await presence.watch(channel);
        await presence.track(channel, isJsonObject(payload) ? payload : {});
      } else if (event === 'untrack') await presence.untrack(channel);
      reply(connection, message, 'ok', {});
    } catch (error) {
      refuse(message, error instanceof RefusalError ? error : refusals.databaseAway());
    }
  }

  async function takeToken(channel: Channel, message: ClientMessage): Promise<void> {
    const { access_token: given } = valueOf(message);
    const token = typeof given === 'string' ? given : null;
    if (!isToken(token) || token === channel.identity.caller.token) return;
    try {
      const identity = await identifier.identify(token, connection.caller);
      const rights = await askRights(
        identity,
        channel.name,
        channel.config.isPrivate,
        () => joinedByTopic.get(channel.topic)?.channel === channel,
      );
      channel.identity = identity;
      channel.rights = rights;
    } catch (error) {
      if (joinedByTopic.get(channel.topic)?.channel !== channel) return;
      shut(channel, error instanceof RefusalError ? error.message : 'The token cannot be checked');
    }
  }

  function leave(message: ClientMessage, joined: Joined): void {
    const { channel } = joined;
    remove(message.topic);
    reply(connection, message, 'ok', {});
    if (channel !== null) tellEnd(channel, 'phx_close');
  }

  /** Does something for a channel once all before it is done. */
  function then(joined: Joined, act: (channel: Channel) => Promise<void>): void {
    joined.work = joined.work.then(async () => {
      if (joined.channel !== null && !joined.isGone) await act(joined.channel);
    });
  }

  function hearOnChannel(message: ClientMessage, joined: Joined): void {
    if (message.event === 'phx_leave') {
      leave(message, joined);
      return;
    }
    const { channel } = joined;
    if (!messages.take()) {
      if (channel !== null) shut(channel, 'Too many messages per second');
      return;
    }
    if (message.event === 'access_token') then(joined, (it) => takeToken(it, message));
    else if (message.event === 'presence') then(joined, (it) => present(it, message));
    else if (message.event === 'broadcast' && channel !== null) broadcast(channel, message);
    else reply(connection, message, 'error', { reason: 'unmatched event' });
  }

  return {
    hear(message) {
      const { topic, event } = message;
      if (topic === 'phoenix') {
        if (event === 'heartbeat') reply(connection, message, 'ok', {});
        return;
      }
      if (event === 'phx_join') {
        join(message);
        return;
      }
      const joined = joinedByTopic.get(topic);
      if (joined !== undefined) {
        hearOnChannel(message, joined);
        return;
      }
      reply(connection, message, 'error', { reason: 'unmatched topic' });
    },
    sweep(nowMs) {
      for (const { channel } of [...joinedByTopic.values()]) {
        if (channel === null) continue;
        const problem = identifier.problemOf(channel.identity, nowMs);
        if (problem !== null) shut(channel, problem);
      }
    },
    end() {
      for (const topic of [...joinedByTopic.keys()]) remove(topic);
    },
  };
}
