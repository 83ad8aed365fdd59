import { sendEvent, type Channel } from '../channels/channel.ts';
import { changeJson, isAlwaysVisible, isUnverifiable } from './change-payload.ts';
import type { ChangeSubscription } from './change-subscription.ts';
import type { ChangedRows } from './changed-rows.ts';
import type { Match } from './matching.ts';
import type { Authorization, TableAccess } from './row-authorization.ts';
import type { RowChange } from './stored-change.ts';

/** Sends changes of one table to authorized subscribers. Equal payloads are written once. */
export class ChangeSender {
  readonly #changes: readonly RowChange[];
  readonly #isSubscribed: (channel: Channel) => boolean;
  readonly #indexesOfKey = new Map<number, number[]>();
  readonly #alwaysVisible = new Map<TableAccess, readonly number[]>();
  readonly #payloads = new Map<TableAccess, Map<string, string>>();

  constructor(
    changes: readonly RowChange[],
    { keyOf }: ChangedRows,
    isSubscribed: (channel: Channel) => boolean,
  ) {
    this.#changes = changes;
    this.#isSubscribed = isSubscribed;
    keyOf.forEach((key, index) => {
      if (key === null) return;
      const indexes = this.#indexesOfKey.get(key);
      if (indexes === undefined) this.#indexesOfKey.set(key, [index]);
      else indexes.push(index);
    });
  }

  /** Indexes of the changes that the caller may receive, in order. */
  visibleTo({ access, visible }: Authorization): readonly number[] {
    if (access.readable.size === 0) return [];
    const ofVisibleRows = visible.flatMap((key) => this.#indexesOfKey.get(key) ?? []);
    return [...this.#alwaysVisibleTo(access), ...ofVisibleRows].sort((a, b) => a - b);
  }

  /**
   * Whether the filter may be applied to a change. Where the policies of a row cannot
   * be checked, the client gets its key alone, so a filter may use no other column.
   */
  mayFilter({ filter }: ChangeSubscription, index: number, access: TableAccess): boolean {
    const change = this.#changes[index];
    if (filter === null || change === undefined || !access.hasRls) return true;
    if (change.kind !== 'DELETE' && !isUnverifiable(change, access)) return true;
    return filter.columns.every((column) => change.keyColumns.includes(column));
  }

  send(matches: readonly Match[], visible: readonly number[], access: TableAccess): void {
    const byChannel = Map.groupBy(matches, ({ subscription }) => subscription.channel);
    for (const [channel, own] of byChannel) {
      if (!this.#isSubscribed(channel)) continue;
      for (const index of visible) this.#sendChange(channel, own, index, access);
    }
  }

  #sendChange(
    channel: Channel,
    matches: readonly Match[],
    index: number,
    access: TableAccess,
  ): void {
    const change = this.#changes[index];
    if (change === undefined) return;
    const subscriptions = matches
      .filter(
        ({ indexes, subscription }) =>
          indexes.has(index) && this.mayFilter(subscription, index, access),
      )
      .map(({ subscription }) => subscription);
    if (subscriptions.length === 0) return;
    const ids = JSON.stringify(subscriptions.map(({ id }) => id));
    const data = this.#payloadOf(index, change, access, subscriptions);
    sendEvent(channel, 'postgres_changes', `{"ids":${ids},"data":${data}}`);
  }

  /** Changes that every caller with this access may receive, whatever the policies are. */
  #alwaysVisibleTo(access: TableAccess): readonly number[] {
    let indexes = this.#alwaysVisible.get(access);
    if (indexes === undefined) {
      indexes = this.#changes.flatMap((change, index) =>
        isAlwaysVisible(change, access) ? [index] : [],
      );
      this.#alwaysVisible.set(access, indexes);
    }
    return indexes;
  }

  #payloadOf(
    index: number,
    change: RowChange,
    access: TableAccess,
    subscriptions: readonly ChangeSubscription[],
  ): string {
    const isWhole = subscriptions.some(({ select }) => select === null);
    const select = isWhole
      ? null
      : new Set(subscriptions.flatMap((one) => [...(one.select ?? [])]));
    const payloads = this.#payloads.get(access) ?? new Map<string, string>();
    this.#payloads.set(access, payloads);
    // Most subscribers may read the same columns.
    const key = select === null ? String(index) : JSON.stringify([index, ...select]);
    let payload = payloads.get(key);
    if (payload === undefined) {
      payload = changeJson(change, { access, select });
      payloads.set(key, payload);
    }
    return payload;
  }
}
