import type { Sql } from '../../../platform/database/connection.ts';
import { ChangeSender } from './change-sender.ts';
import type { ChangeSubscription } from './change-subscription.ts';
import { groupByCaller, rowsOf, type CallerMatches } from './changed-rows.ts';
import { applyDeferredFilters } from './deferred-filter.ts';
import { matchChanges } from './matching.ts';
import type { Authorization, RowAuthorizer } from './row-authorization.ts';
import type { RowChange } from './stored-change.ts';
import type { SubscriptionRegistry } from './subscription-registry.ts';

interface DeliveryDeps {
  /** Logs in as a role that may switch to the callers'. */
  readonly sql: Sql;
  readonly registry: SubscriptionRegistry;
  readonly authorizer: RowAuthorizer;
}

/** @returns delivers consecutive changes of one table: it sends all of them or fails */
export function createChangeDelivery({ sql, registry, authorizer }: DeliveryDeps) {
  function requireRejoin({ matches }: CallerMatches): void {
    for (const { subscription } of matches) registry.requireRejoin(subscription.channel);
  }

  async function sendDeferred(
    own: CallerMatches,
    { access }: Authorization,
    visible: readonly number[],
    changes: readonly RowChange[],
    sender: ChangeSender,
  ): Promise<void> {
    const visibleTo = (subscription: ChangeSubscription) =>
      visible.filter((index) => sender.mayFilter(subscription, index, access));
    const filtered = await applyDeferredFilters(own.matches, {
      sql,
      changes,
      visibleTo,
      cancel: (subscription, error) => registry.cancel(subscription, error),
    });
    if (filtered === null) requireRejoin(own);
    else sender.send(filtered, visible, access);
  }

  return async (changes: readonly RowChange[]): Promise<void> => {
    const [first] = changes;
    const matched = matchChanges(registry.allActive(), changes);
    if (first === undefined || matched.length === 0) return;
    const rows = rowsOf(changes);
    const callers = groupByCaller(matched, rows);
    const results = await authorizer.authorize(first.oid, rows.keys, callers);
    const sender = new ChangeSender(changes, rows, (channel) => registry.has(channel));
    const deferred: Promise<void>[] = [];
    for (const [own, result] of results) {
      if (result === 'timeout') requireRejoin(own);
      else if (result !== 'failed') {
        const visible = sender.visibleTo(result);
        if (own.matches.some(({ isDeferred }) => isDeferred)) {
          deferred.push(sendDeferred(own, result, visible, changes, sender));
        } else sender.send(own.matches, visible, result.access);
      }
    }
    // Deferred filters do not delay the other subscribers.
    await Promise.all(deferred);
  };
}
