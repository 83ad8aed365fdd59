import { withConnection, type ConnectionSettings, type Sql } from './connection.ts';
import { isInsufficientPrivilege, MissingRightsError } from './missing-rights-error.ts';
import { findMissingRights } from './owner-rights.ts';
import { findPasswordStatements, REALTIME_ROLE, withRoleSecret } from './service-roles.ts';

const APPLICATION_NAME = 'backend-prepare';

/** The statements that set the passwords of the service roles. Empty while no secret exists. */
async function findPasswords(sql: Sql, owner: ConnectionSettings): Promise<string[]> {
  try {
    return await findPasswordStatements(await withRoleSecret(sql, owner));
  } catch (error) {
    // An owner without a password needs its rights before it can store a secret.
    if (isInsufficientPrivilege(error)) return [];
    throw error;
  }
}

export interface Preparation {
  /** The server does not start before these have been run. */
  readonly needed: readonly string[];
  /** For database changes of realtime. All other parts work without them. */
  readonly forChanges: readonly string[];
  /** Why realtime cannot send database changes, and what an operator can do; null when it can. */
  readonly obstacle: string | null;
}

/** The rights that the replication role lacks. Migrations that a superuser runs grant them. */
async function findMissingForChanges(sql: Sql, owner: string): Promise<string[]> {
  const [row] = await sql<{ is_given: boolean }[]>`
    select exists (
      select from pg_roles
      where rolname = ${owner} and rolsuper or rolname = ${REALTIME_ROLE} and rolreplication
    ) as is_given`;
  return row?.is_given === true ? [] : [`alter role ${REALTIME_ROLE} replication`];
}

async function findChangesObstacle(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ level: string }[]>`select current_setting('wal_level') as level`;
  if (row?.level === 'logical') return null;
  return (
    `wal_level is ${row?.level ?? 'unknown'}, so changes are not sent live. For that, run ` +
    '"alter system set wal_level = logical" and restart Postgres.'
  );
}

/** The statements that a superuser runs once in the owner's database before the first start. */
export function findPreparation(owner: ConnectionSettings): Promise<Preparation> {
  return withConnection(owner, APPLICATION_NAME, async (sql) => {
    const rights = await findMissingRights(sql, owner.username);
    return {
      needed: rights.length === 0 ? [] : [...rights, ...(await findPasswords(sql, owner))],
      forChanges: await findMissingForChanges(sql, owner.username),
      obstacle: await findChangesObstacle(sql),
    };
  });
}

/**
 * Runs the missing statements as the owner, in one transaction.
 *
 * @throws MissingRightsError
 */
export async function ensureRights(sql: Sql, owner: ConnectionSettings): Promise<void> {
  const statements = await findMissingRights(sql, owner.username);
  if (statements.length === 0) return;
  try {
    await sql.begin((transaction) => transaction.unsafe(statements.join(';\n')).simple());
  } catch (cause) {
    // Another server can have run them meanwhile.
    const left = await findMissingRights(sql, owner.username);
    if (left.length === 0) return;
    throw new MissingRightsError([...left, ...(await findPasswords(sql, owner))], { cause });
  }
}

export interface Prepared {
  /** The number of statements. */
  readonly count: number;
  /** Why realtime cannot send database changes; null when it can. */
  readonly obstacle: string | null;
}

/** Runs the missing statements as a superuser. */
export async function prepareAsSuperuser(
  owner: ConnectionSettings,
  superuser: ConnectionSettings,
): Promise<Prepared> {
  const superuserSettings = { ...superuser, database: owner.database };
  return withConnection(superuserSettings, APPLICATION_NAME, async (sql) => {
    const run = async (statements: readonly string[]): Promise<number> => {
      await sql.begin(async (transaction) => {
        for (const statement of statements) await transaction.unsafe(statement);
      });
      return statements.length;
    };
    const rights = await run(await findMissingRights(sql, owner.username));
    const passwords = await withConnection(owner, APPLICATION_NAME, (own) =>
      findPasswords(own, owner),
    ).then(run);
    const forChanges = await findMissingForChanges(sql, owner.username);
    try {
      const count = rights + passwords + (await run(forChanges));
      return { count, obstacle: await findChangesObstacle(sql) };
    } catch (error) {
      // The administrator of a managed Postgres is usually no superuser, but may run the other statements.
      if (!isInsufficientPrivilege(error)) throw error;
      const obstacle = `${superuser.username} may not run "${forChanges.join('; ')}", so changes are not sent live.`;
      return { count: rights + passwords, obstacle };
    }
  });
}
