import { LRUCache } from 'lru-cache';
import type { Setting } from '../identity/caller-settings.ts';
import { ROLE_SETTINGS } from './role-settings.ts';
import type { WirePool } from './wire/wire-pool.ts';

const MAX_ROLES = 100;
/** A change of a role's settings takes effect after this time at the latest. */
const MAX_AGE_MS = 10_000;

/** Returns the settings of a role, such as its statement timeout. */
export type RoleSettings = (role: string) => Promise<readonly Setting[]>;

async function readRoleSettings(pool: WirePool, role: string): Promise<readonly Setting[]> {
  const text = `select s.name, s.value from (${ROLE_SETTINGS}) as s where s.role = $1`;
  const [rows = []] = await pool.run([{ text, parameters: [role] }], { repeatable: true });
  return rows.map(([name, value]) => [name?.toString() ?? '', value?.toString() ?? '']);
}

/** Caches the settings of roles in this process, because Postgres needs longer to read them than an object's row. */
export function createRoleSettings(pool: WirePool): RoleSettings {
  const cache = new LRUCache<string, readonly Setting[]>({
    max: MAX_ROLES,
    ttl: MAX_AGE_MS,
    fetchMethod: (role) => readRoleSettings(pool, role),
  });
  return async (role) => cache.get(role) ?? (await cache.fetch(role)) ?? [];
}
