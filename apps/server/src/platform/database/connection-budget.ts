import type { Sql } from './connection.ts';

/** What one part of a server needs of its connections, in each of its processes. */
export interface ConnectionNeed {
  readonly name: string;
  /** Connections of their own, for listening and the like. */
  readonly fixed: number;
  /** How much it gets of what is left; 0 for nothing. */
  readonly weight: number;
}

/** With one connection alone, what waits for a lock keeps everything else waiting. */
const LEAST_POOL = 2;

/**
 * Divides the server's connections: each process gets the same number, of
 * which the fixed ones are set aside, and the rest is divided by weight.
 *
 * @returns the size of each weighted part's pool in one process
 * @throws Error when there are too few
 */
export function divideConnections(
  total: number,
  processes: number,
  needs: readonly ConnectionNeed[],
): ReadonlyMap<string, number> {
  const pools = needs.filter(({ weight }) => weight > 0);
  const fixed = needs.reduce((sum, need) => sum + need.fixed, 0);
  const weights = pools.reduce((sum, { weight }) => sum + weight, 0);
  const perProcess = Math.floor(total / processes);
  const least = fixed + LEAST_POOL * pools.length;
  if (perProcess < least) {
    throw new Error(
      `DB_POOL_SIZE is ${String(total)}, but the server needs at least ` +
        `${String(least * processes)} connections (${String(least)} for each of its WORKERS).`,
    );
  }
  const free = perProcess - least;
  return new Map(
    pools.map(({ name, weight }) => [name, LEAST_POOL + Math.floor((free * weight) / weights)]),
  );
}

/**
 * Makes sure, before any of them is needed, that Postgres has room for all connections.
 *
 * @throws Error naming what there is and what to set
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
