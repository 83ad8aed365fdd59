import type postgres from 'postgres';

type Sql = postgres.Sql;

export interface Lanes {
  readonly reserve: () => Promise<postgres.ReservedSql>;
  readonly end: (options?: { timeout?: number }) => Promise<void>;
}

/**
 * Connections that are lent to one user at a time, opened as they are needed
 * and given out again most recently used first. Each is a pool of one, so it
 * reconnects by itself, and statements sent without waiting keep their order.
 * The driver's own `reserve` never answers when it has to reconnect first.
 */
export function createLanes(open: () => Sql, options: { readonly maxConnections: number }): Lanes {
  const all: Sql[] = [];
  const free: Sql[] = [];
  const waiting: ((lane: Sql) => void)[] = [];

  const giveBack = (lane: Sql): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(lane);
    else next(lane);
  };

  const take = (): Sql | Promise<Sql> => {
    const lane = free.pop();
    if (lane !== undefined) return lane;
    if (all.length >= options.maxConnections)
      return new Promise((resolve) => waiting.push(resolve));
    const opened = open();
    all.push(opened);
    return opened;
  };

  return {
    async reserve() {
      const lane = await take();
      let held = true;
      return Object.assign(lane, {
        release() {
          if (!held) return;
          held = false;
          giveBack(lane);
        },
      });
    },
    async end(endOptions) {
      await Promise.all(all.map((lane) => lane.end(endOptions)));
    },
  };
}
