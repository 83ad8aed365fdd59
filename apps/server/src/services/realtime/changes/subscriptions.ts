import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../platform/database/connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import { tellEnd, tellSystem, type Channel } from '../channels/channel.ts';
import type { ChannelChanges } from '../channels/connection-channels.ts';
import { payerOf } from '../channels/who.ts';
import type { Turns } from '../shared/turns.ts';
import { NothingToHearError, resolveBinding, type Binding } from './bindings.ts';
import { createTeller, rowsOf, toAudiences, type Audience, type Teller } from './deliveries.ts';
import type { Feed } from './feed.ts';
import { FilterError } from './filter-text.ts';
import { matchChanges } from './matching.ts';
import type { RowChange } from './stored-change.ts';
import { decide, isOfStatement, isUndecidable, MAX_UNDECIDED } from './undecided.ts';
import type { Sight, Viewers } from './viewers.ts';

interface SubscriptionsDeps {
  /** As a role that may become the callers'. */
  readonly sql: Sql;
  /** Lets nobody's wishes hold up others. */
  readonly inTurn: Turns<unknown>;
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

const TRY_AGAIN_MS = 1_000;

const payerOfChannel = ({ identity, connection }: Channel): unknown =>
  payerOf(identity.caller, connection);

const isRefusal = (error: unknown): boolean =>
  error instanceof NothingToHearError || error instanceof FilterError || isOfStatement(error);

export function createSubscriptions(deps: SubscriptionsDeps): Subscriptions {
  const { sql, inTurn, viewers, feed, logger } = deps;
  const subscribed = new Map<Channel, Subscribed>();
  let lastId = 0;

  function refuse(channel: Channel, error: unknown): void {
    const message = error instanceof Error ? error.message : 'The changes cannot be heard';
    tellSystem(channel, 'postgres_changes', 'error', message);
  }

  /** @throws FilterError */
  function limitUndecidable(channel: Channel, bindings: readonly Binding[]): void {
    if (!bindings.some(isUndecidable)) return;
    const payer = payerOfChannel(channel);
    const own = [...subscribed].filter(([other]) => payerOfChannel(other) === payer);
    const all = [...bindings, ...own.flatMap(([, one]) => [...one.bindings])];
    if (all.filter(isUndecidable).length <= MAX_UNDECIDED) return;
    throw new FilterError(
      `At most ${MAX_UNDECIDED} filters by patterns, or by order of other than whole numbers`,
    );
  }

  /** @returns false when the channel has gone meanwhile */
  async function resolve(channel: Channel, mine: Subscribed): Promise<boolean> {
    const { bindings: wishes } = channel.config;
    const bindings: Binding[] = [];
    for (const [index, wish] of wishes.entries()) {
      const binding = await inTurn(payerOfChannel(channel), async () =>
        subscribed.get(channel) === mine
          ? resolveBinding(sql, channel, wish, mine.ids[index] ?? 0)
          : null,
      );
      if (binding === null) return false;
      bindings.push(binding);
    }
    if (subscribed.get(channel) !== mine) return false;
    limitUndecidable(channel, bindings);
    mine.bindings = bindings;
    return true;
  }

  async function begin(channel: Channel, mine: Subscribed): Promise<void> {
    if (!(await resolve(channel, mine))) return;
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

  /** The changes of one table that follow each other: all are told, or none. */
  async function deliverTable(changes: readonly RowChange[]): Promise<void> {
    const [first] = changes;
    const bindings = [...subscribed.values()].flatMap((one) => [...one.bindings]);
    const matched = matchChanges(bindings, changes);
    if (first === undefined || matched.length === 0) return;
    const rows = rowsOf(changes);
    const answers = await viewers.see(first.oid, rows.keys, toAudiences(matched, rows));
    const teller = createTeller(changes, rows, (channel) => subscribed.has(channel));
    const undecided: Promise<void>[] = [];
    for (const [audience, answer] of answers) {
      if (answer === 'late') letJoinAgain(audience);
      else if (answer !== 'failed') {
        const { matches } = audience;
        const heard = teller.heardBy(answer);
        if (!matches.some(({ isUndecided }) => isUndecided)) {
          teller.tell(matches, heard, answer.access);
        } else undecided.push(tellOnceDecided(audience, answer, heard, changes, teller));
      }
    }
    // After all the others have theirs.
    await Promise.all(undecided);
  }

  async function tellOnceDecided(
    audience: Audience,
    { access }: Sight,
    heard: readonly number[],
    changes: readonly RowChange[],
    teller: Teller,
  ): Promise<void> {
    const openTo = (binding: Binding) =>
      heard.filter((place) => teller.mayFilter(binding, place, access));
    const decided = await decide(audience.matches, { sql, changes, openTo, giveUp });
    if (decided === null) letJoinAgain(audience);
    else teller.tell(decided, heard, access);
  }

  function letJoinAgain({ matches }: Audience): void {
    for (const { binding } of matches) joinAgain(binding.channel);
  }

  /** Its client reads then what it may have missed. */
  function joinAgain(channel: Channel): void {
    const mine = subscribed.get(channel);
    if (!mine?.isLive) return;
    tellEnd(channel, 'phx_error');
    mine.isLive = false;
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
    startOver() {
      for (const channel of subscribed.keys()) joinAgain(channel);
    },
  };
}
