import { limitKeyOf } from '../channels/authentication.ts';
import { sendClose, sendSystem, type Channel } from '../channels/channel.ts';
import type { ChangeSubscription } from './change-subscription.ts';
import { hasDeferredFilter, MAX_DEFERRED_FILTERS } from './deferred-filter.ts';
import { FilterError } from './filter-text.ts';

/** The subscriptions of one channel. */
export interface ChannelSubscriptions {
  readonly ids: readonly number[];
  /** Empty until the subscriptions are resolved. */
  active: readonly ChangeSubscription[];
  /** Whether the "subscribed" system message was sent. */
  isAcknowledged: boolean;
}

export const limitKeyOfChannel = ({ identity, connection }: Channel): unknown =>
  limitKeyOf(identity.caller, connection);

export function sendSubscriptionError(channel: Channel, error: unknown): void {
  const message = error instanceof Error ? error.message : 'Unable to subscribe to changes';
  sendSystem(channel, 'postgres_changes', 'error', message);
}

/** The subscriptions of all channels of this process. */
export class SubscriptionRegistry {
  readonly #byChannel = new Map<Channel, ChannelSubscriptions>();
  #lastId = 0;

  get size(): number {
    return this.#byChannel.size;
  }

  get(channel: Channel): ChannelSubscriptions | undefined {
    return this.#byChannel.get(channel);
  }

  has(channel: Channel): boolean {
    return this.#byChannel.has(channel);
  }

  /** Whether the channel still has these subscriptions. */
  isCurrent(channel: Channel, own: ChannelSubscriptions): boolean {
    return this.#byChannel.get(channel) === own;
  }

  /** @returns an id for each requested subscription */
  add(channel: Channel): readonly number[] {
    const ids = channel.config.subscriptions.map(() => (this.#lastId += 1));
    if (ids.length > 0) this.#byChannel.set(channel, { ids, active: [], isAcknowledged: false });
    return ids;
  }

  delete(channel: Channel): boolean {
    return this.#byChannel.delete(channel);
  }

  allActive(): ChangeSubscription[] {
    return [...this.#byChannel.values()].flatMap((own) => [...own.active]);
  }

  /** @throws FilterError when the limit key would have too many deferred filters */
  activate(
    channel: Channel,
    own: ChannelSubscriptions,
    subscriptions: readonly ChangeSubscription[],
  ): void {
    if (subscriptions.some(hasDeferredFilter)) {
      const limitKey = limitKeyOfChannel(channel);
      const existing = [...this.#byChannel]
        .filter(([other]) => limitKeyOfChannel(other) === limitKey)
        .flatMap(([, { active }]) => [...active]);
      const count = [...subscriptions, ...existing].filter(hasDeferredFilter).length;
      if (count > MAX_DEFERRED_FILTERS) {
        throw new FilterError(
          `At most ${MAX_DEFERRED_FILTERS} filters by patterns, or by order of other than whole numbers`,
        );
      }
    }
    own.active = subscriptions;
  }

  /** Removes a subscription whose filter no longer works, and sends the reason. */
  cancel(subscription: ChangeSubscription, error: unknown): void {
    const own = this.#byChannel.get(subscription.channel);
    if (!own?.active.includes(subscription)) return;
    own.active = own.active.filter((one) => one !== subscription);
    sendSubscriptionError(subscription.channel, error);
  }

  /** Makes the client join again and fetch the changes that it may have missed. */
  requireRejoin(channel: Channel): void {
    const own = this.#byChannel.get(channel);
    if (!own?.isAcknowledged) return;
    sendClose(channel, 'phx_error');
    own.isAcknowledged = false;
  }

  requireRejoinOfAll(): void {
    for (const channel of this.#byChannel.keys()) this.requireRejoin(channel);
  }
}
