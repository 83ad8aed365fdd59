import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../platform/database/connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import { tell, tellEnd, tellSystem, type Channel } from '../channels/channel.ts';
import type { ChannelChanges } from '../channels/connection-channels.ts';
import { NothingToHearError, resolveBinding, type Binding } from './bindings.ts';
import { changeJson, mayHear } from './change-payload.ts';
import type { Feed } from './feed.ts';
import { FilterError } from './filter-text.ts';
import { isOfStatement, matchChanges } from './matching.ts';
import type { RowChange } from './stored-change.ts';
import type { Sight, Viewer, Viewers } from './viewers.ts';

export interface SubscriptionsDeps {
  /** As a role that may become the callers'. */
  readonly sql: Sql;
  readonly viewers: Viewers;
  readonly feed: Pick<Feed, 'whenLive' | 'rest'>;
  readonly logger: Logger;
}

/** Which channels want which changes. */
export interface Subscriptions extends ChannelChanges {
  deliver(changes: readonly RowChange[]): Promise<void>;
  /** Everybody joins again, and reads what they may have missed. */
  startOver(): void;
}

interface Subscribed {
  readonly ids: readonly number[];
  /** Empty until the wishes are heard. */
  bindings: readonly Binding[];
  /** Whether the client was told that its wishes are heard. */
  isLive: boolean;
}

/** One change for one channel: the wishes that it is for, and whose eyes see it. */
interface Delivery {
  readonly channel: Channel;
  readonly bindings: Binding[];
  readonly viewer: Viewer;
  readonly place: number;
}

const TRY_AGAIN_MS = 1_000;

const isRefusal = (error: unknown): boolean =>
  error instanceof NothingToHearError || error instanceof FilterError || isOfStatement(error);

export function createSubscriptions(deps: SubscriptionsDeps): Subscriptions {
  const { sql, viewers, feed, logger } = deps;
  const subscribed = new Map<Channel, Subscribed>();
  let lastId = 0;

  function refuse(channel: Channel, error: unknown): void {
    const message = error instanceof Error ? error.message : 'The changes cannot be heard';
    tellSystem(channel, 'postgres_changes', 'error', message);
  }

  async function begin(channel: Channel, mine: Subscribed): Promise<void> {
    const { bindings: wishes } = channel.config;
    const bindings: Binding[] = [];
    for (const [index, wish] of wishes.entries()) {
      bindings.push(await resolveBinding(sql, channel, wish, mine.ids[index] ?? 0));
    }
    if (subscribed.get(channel) !== mine) return;
    mine.bindings = bindings;
    await feed.whenLive();
    if (subscribed.get(channel) !== mine) return;
    mine.isLive = true;
    tellSystem(channel, 'postgres_changes', 'ok', 'Subscribed to PostgreSQL');
  }

  /** Whoever asks while the database is away is heard when it is back. */
  async function keepBeginning(channel: Channel, mine: Subscribed): Promise<void> {
    while (subscribed.get(channel) === mine) {
      try {
        await begin(channel, mine);
        return;
      } catch (error) {
        if (subscribed.get(channel) !== mine) return;
        if (isRefusal(error)) {
          refuse(channel, error);
          return;
        }
        logger.warn({ err: error }, 'changes could not be subscribed to yet');
        await sleep(TRY_AGAIN_MS, undefined, { ref: false });
      }
    }
  }

  /** A wish whose filter no longer works is not heard any more, and says so. */
  function giveUp(binding: Binding, error: unknown): void {
    const mine = subscribed.get(binding.channel);
    if (!mine?.bindings.includes(binding)) return;
    mine.bindings = mine.bindings.filter((one) => one !== binding);
    refuse(binding.channel, error);
  }

  function plan(matched: readonly (readonly [Binding, readonly number[]])[]) {
    const viewersByCaller = new Map<string, Viewer>();
    const deliveries = new Map<Channel, Map<number, Delivery>>();
    for (const [binding, places] of matched) {
      const { channel } = binding;
      const { caller } = channel.identity;
      const identity = caller.token ?? caller.role;
      const viewer = viewersByCaller.get(identity) ?? { caller, places: [] };
      viewersByCaller.set(identity, viewer);
      const ofChannel = deliveries.get(channel) ?? new Map<number, Delivery>();
      deliveries.set(channel, ofChannel);
      for (const place of places) {
        const delivery = ofChannel.get(place);
        if (delivery === undefined) {
          ofChannel.set(place, { channel, bindings: [binding], viewer, place });
          viewer.places.push(place);
        } else delivery.bindings.push(binding);
      }
    }
    const all = [...viewersByCaller.values()].map((viewer) => [
      viewer,
      [...new Set(viewer.places)],
    ]);
    for (const [viewer, places] of all as [Viewer, number[]][]) {
      viewer.places.splice(0, viewer.places.length, ...places);
    }
    return {
      viewers: [...viewersByCaller.values()],
      deliveries: [...deliveries.values()].flatMap((one) => [...one.values()]),
    };
  }

  function send(
    change: RowChange,
    { channel, bindings, place }: Delivery,
    sight: Sight,
    written: Map<string, string>,
  ): void {
    if (!subscribed.has(channel) || !mayHear(change, place, sight)) return;
    const isWhole = bindings.some(({ select }) => select === null);
    const names = bindings.flatMap(({ select }) => [...(select ?? [])]);
    const told = { sight, select: isWhole ? null : new Set(names) };
    // Most viewers of a row may read the same columns of it.
    const key = JSON.stringify([place, sight.hasRls, [...sight.readable], isWhole ? null : names]);
    let data = written.get(key);
    if (data === undefined) {
      data = changeJson(change, told);
      written.set(key, data);
    }
    const ids = JSON.stringify(bindings.map(({ id }) => id));
    tell(channel, 'postgres_changes', `{"ids":${ids},"data":${data}}`);
  }

  /** The changes of one table that follow each other. */
  async function deliverTable(changes: readonly RowChange[]): Promise<void> {
    const [first] = changes;
    const bindings = [...subscribed.values()].flatMap((one) => [...one.bindings]);
    const planned = plan(await matchChanges({ sql, bindings, changes, giveUp }));
    if (first === undefined || planned.deliveries.length === 0) return;
    const keys = changes.map(({ row, keyColumns }) =>
      Object.fromEntries(keyColumns.map((name) => [name, row?.[name] ?? null])),
    );
    const sights = await viewers.see(first.oid, keys, planned.viewers);
    const written = new Map<string, string>();
    planned.deliveries.sort((a, b) => a.place - b.place);
    for (const delivery of planned.deliveries) {
      const change = changes[delivery.place];
      const sight = sights.get(delivery.viewer) ?? null;
      if (change !== undefined && sight !== null) send(change, delivery, sight, written);
    }
  }

  function startOver(): void {
    for (const [channel, mine] of subscribed) {
      if (mine.isLive) tellEnd(channel, 'phx_error');
      mine.isLive = false;
    }
  }

  return {
    add(channel) {
      const { bindings } = channel.config;
      const ids = bindings.map(() => (lastId += 1));
      if (ids.length > 0) subscribed.set(channel, { ids, bindings: [], isLive: false });
      return bindings.map((binding, index) => ({ id: ids[index], ...binding }));
    },
    begin(channel) {
      const mine = subscribed.get(channel);
      if (mine === undefined) return;
      void keepBeginning(channel, mine);
    },
    remove(channel) {
      if (subscribed.delete(channel) && subscribed.size === 0) feed.rest();
    },
    deliver: deliverTable,
    startOver,
  };
}
