import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Logger } from '../../../platform/logger.ts';
import { RealtimeError, realtimeErrors } from '../errors.ts';
import type { ClientMessage } from '../protocol/message.ts';
import type { RealtimeSettings } from '../settings.ts';
import type { Connection } from '../socket/socket-connection.ts';
import { limitKeyOf, type Authenticator, type Identity } from './authentication.ts';
import type { Broadcasts } from './broadcasts.ts';
import { sendClose, sendReply, sendSystem, type Channel, type ChannelChanges } from './channel.ts';
import type { DatabaseMessages } from './database-messages.ts';
import { ALL_RIGHTS, type Policies, type Rights } from './policies.ts';
import type { Presence } from './presence.ts';
import type { ReplicationProbe } from './replication-probe.ts';
import type { Topics } from './topics.ts';

/** What the handlers of all connections share. */
export interface ChannelDeps {
  readonly settings: RealtimeSettings;
  readonly authenticator: Authenticator;
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

/** A channel that is joining or joined. */
export interface OpenChannel {
  /** Null until the join is authorized. */
  channel: Channel | null;
  readonly joinRef: string | null;
  /** Settles when all tasks of the channel are done. They run one after the other. */
  work: Promise<void>;
  isClosed: boolean;
}

/** The open channels of one connection, by topic. */
export class OpenChannels {
  readonly connection: Connection;
  readonly #deps: ChannelDeps;
  readonly #byTopic = new Map<string, OpenChannel>();

  constructor(deps: ChannelDeps, connection: Connection) {
    this.#deps = deps;
    this.connection = connection;
  }

  get size(): number {
    return this.#byTopic.size;
  }

  get(topic: string): OpenChannel | undefined {
    return this.#byTopic.get(topic);
  }

  all(): OpenChannel[] {
    return [...this.#byTopic.values()];
  }

  open(topic: string, joinRef: string | null): OpenChannel {
    const opened = { channel: null, joinRef, work: Promise.resolve(), isClosed: false };
    this.#byTopic.set(topic, opened);
    return opened;
  }

  isJoined(channel: Channel): boolean {
    return this.#byTopic.get(channel.topic)?.channel === channel;
  }

  remove(topic: string): void {
    const removed = this.#byTopic.get(topic);
    if (removed === undefined) return;
    this.#byTopic.delete(topic);
    removed.isClosed = true;
    const { channel } = removed;
    if (channel === null) return;
    this.#deps.topics.remove(channel);
    this.#deps.presence.forget(channel);
    this.#deps.changes.remove(channel);
  }

  removeAll(): void {
    for (const topic of [...this.#byTopic.keys()]) this.remove(topic);
  }

  /** Closes a channel and sends the reason. */
  close(channel: Channel, reason: string): void {
    sendSystem(channel, 'system', 'error', reason);
    sendClose(channel, 'phx_close');
    this.remove(channel.topic);
  }

  /** Replies to a message with an error. */
  reject(message: ClientMessage, error: unknown): void {
    if (!(error instanceof RealtimeError)) {
      this.#deps.logger.error(
        { err: error, event: message.event },
        'realtime: failed to handle a channel message',
      );
    }
    const reason = error instanceof RealtimeError ? error.reason : 'Unknown Error on Channel';
    sendReply(this.connection, message, 'error', { reason });
  }

  /** @throws RealtimeError when the caller may read nothing of the topic */
  async authorize(
    { caller }: Identity,
    name: string,
    isPrivate: boolean,
    isNeeded: () => boolean,
  ): Promise<Rights> {
    if (!isPrivate) return ALL_RIGHTS;
    const limitKey = limitKeyOf(caller, this.connection);
    const rights = await this.#deps.policies.check({ caller, limitKey, isNeeded }, name);
    if (!rights.read.broadcast && !rights.read.presence) throw realtimeErrors.notReadable(name);
    return rights;
  }
}
