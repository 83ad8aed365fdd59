import type { Sql } from '../../../platform/database/connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import { retry } from '../../../platform/runtime/retry.ts';
import { sendSystem, type Channel } from '../channels/channel.ts';
import type { FairQueue } from '../../../platform/runtime/fair-queue.ts';
import {
  EmptySubscriptionError,
  resolveSubscription,
  type ChangeSubscription,
} from './change-subscription.ts';
import { isStatementError } from './deferred-filter.ts';
import type { Feed } from './feed.ts';
import { FilterError } from './filter-text.ts';
import {
  limitKeyOfChannel,
  sendSubscriptionError,
  type ChannelSubscriptions,
  type SubscriptionRegistry,
} from './subscription-registry.ts';

interface SubscribeDeps {
  /** Logs in as a role that may switch to the caller's. */
  readonly sql: Sql;
  /** Shares the authorization queries fairly between users. */
  readonly queue: FairQueue<unknown>;
  readonly registry: SubscriptionRegistry;
  readonly feed: Pick<Feed, 'whenLive'>;
  readonly logger: Logger;
}

const RETRY_DELAY = { minDelayMs: 1_000, maxDelayMs: 1_000, unref: true };

const isRejection = (error: unknown): boolean =>
  error instanceof EmptySubscriptionError ||
  error instanceof FilterError ||
  isStatementError(error);

/** @returns subscribes a channel to the changes that its join requested */
export function createSubscribe(deps: SubscribeDeps): (channel: Channel) => Promise<void> {
  const { sql, queue, registry, feed, logger } = deps;

  /** @returns false when the channel left meanwhile */
  async function resolve(channel: Channel, own: ChannelSubscriptions): Promise<boolean> {
    const resolved: ChangeSubscription[] = [];
    for (const [index, request] of channel.config.subscriptions.entries()) {
      const subscription = await queue(limitKeyOfChannel(channel), async () =>
        registry.isCurrent(channel, own)
          ? resolveSubscription(sql, channel, request, own.ids[index] ?? 0)
          : null,
      );
      if (subscription === null) return false;
      resolved.push(subscription);
    }
    if (!registry.isCurrent(channel, own)) return false;
    registry.activate(channel, own, resolved);
    return true;
  }

  async function trySubscribe(channel: Channel, own: ChannelSubscriptions): Promise<void> {
    if (!(await resolve(channel, own))) return;
    await feed.whenLive();
    if (!registry.isCurrent(channel, own)) return;
    own.isAcknowledged = true;
    sendSystem(channel, 'postgres_changes', 'ok', 'Subscribed to PostgreSQL');
  }

  /** @throws Error while the database is unavailable */
  async function subscribeOrReject(channel: Channel, own: ChannelSubscriptions): Promise<void> {
    if (!registry.isCurrent(channel, own)) return;
    try {
      await trySubscribe(channel, own);
    } catch (error) {
      if (!registry.isCurrent(channel, own)) return;
      if (!isRejection(error)) throw error;
      sendSubscriptionError(channel, error);
    }
  }

  return async (channel) => {
    const own = registry.get(channel);
    if (own === undefined) return;
    await retry(() => subscribeOrReject(channel, own), {
      ...RETRY_DELAY,
      onError: (error) =>
        logger.warn({ err: error }, 'realtime: failed to subscribe to changes, will retry'),
    });
  };
}
