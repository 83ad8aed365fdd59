import type { Sql } from './connection.ts';

/** The connections that one part of the server needs in each process. */
export interface ConnectionNeed {
  readonly name: string;
  /** Dedicated connections, such as for `LISTEN`. */
  readonly fixed: number;
  /** Its share of the remaining connections; 0 for none. */
  readonly weight: number;
}

/** In a pool of one connection, a statement that waits for a lock blocks all others. */
const MIN_POOL_SIZE = 2;

/**
 * Divides the server's connections between its processes and parts. Each process gets the same number.
 * Dedicated connections are subtracted, and the rest is divided by weight.
 *
 * @param shared the connections that one process at a time has, on behalf of all
 * @returns the size of each weighted part's pool in one process
 * @throws Error when there are too few
 */
export function divideConnections(
  total: number,
  processes: number,
  needs: readonly ConnectionNeed[],
  shared = 0,
): ReadonlyMap<string, number> {
  const pools = needs.filter(({ weight }) => weight > 0);
  const fixed = needs.reduce((sum, need) => sum + need.fixed, 0);
  const weights = pools.reduce((sum, { weight }) => sum + weight, 0);
  const perProcess = Math.floor((total - shared) / processes);
  const minimum = fixed + MIN_POOL_SIZE * pools.length;
  if (perProcess < minimum) {
    throw new Error(
      `DB_POOL_SIZE is ${String(total)}, but the server needs at least ` +
        `${String(minimum * processes + shared)} connections (${String(minimum)} for each of its WORKERS` +
        `${shared === 0 ? '' : ` and ${String(shared)} more`}).`,
    );
  }
  const free = perProcess - minimum;
  return new Map(
    pools.map(({ name, weight }) => [name, MIN_POOL_SIZE + Math.floor((free * weight) / weights)]),
  );
}

/**
 * Checks at start that Postgres allows as many connections as the server may open.
 *
 * @throws Error with the limits and the setting to change
 */
export async function checkConnectionLimit(sql: Sql, total: number): Promise<void> {
  const [limits] = await sql<{ max: number; reserved: number; used: number }[]>`
    select current_setting('max_connections')::int as max,
      current_setting('superuser_reserved_connections')::int
        + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved,
      (select count(*)::int from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()) as used`;
  if (limits === undefined) return;
  const { max, reserved, used } = limits;
  const available = max - reserved - used;
  if (total <= available) return;
  throw new Error(
    `DB_POOL_SIZE is ${String(total)}, but Postgres allows ${String(max)} connections, of which ` +
      `${String(reserved)} are reserved and ${String(used)} are in use by others: set DB_POOL_SIZE ` +
      `to at most ${String(Math.max(available, 0))}, or max_connections of Postgres to more.`,
  );
}
