import { openPool, type ConnectionSettings, type Sql } from './connection.ts';
import { isInsufficientPrivilege, MissingRightsError } from './missing-rights-error.ts';
import { findMissingRights } from './owner-rights.ts';
import { findPasswordStatements, withRoleSecret } from './service-roles.ts';

async function withPool<T>(
  settings: ConnectionSettings,
  use: (sql: Sql) => Promise<T>,
): Promise<T> {
  const sql = openPool(settings, { applicationName: 'beaconpay-prepare', maxConnections: 1 });
  try {
    return await use(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** What the roles' passwords are set by; nothing while there is no secret to derive them from. */
async function findPasswords(sql: Sql, owner: ConnectionSettings): Promise<string[]> {
  try {
    return await findPasswordStatements(await withRoleSecret(sql, owner));
  } catch (error) {
    // An owner without a password who cannot keep a secret yet: the rights come first.
    if (isInsufficientPrivilege(error)) return [];
    throw error;
  }
}

/** The statements that a superuser runs once in the owner's database before the first start. */
export function findPreparation(owner: ConnectionSettings): Promise<string[]> {
  return withPool(owner, async (sql) => {
    const rights = await findMissingRights(sql, owner.username);
    return rights.length === 0 ? [] : [...rights, ...(await findPasswords(sql, owner))];
  });
}

/**
 * Makes up for what is missing as far as the owner's own rights go, all or nothing.
 *
 * @throws MissingRightsError
 */
export async function ensureRights(sql: Sql, owner: ConnectionSettings): Promise<void> {
  const statements = await findMissingRights(sql, owner.username);
  if (statements.length === 0) return;
  try {
    await sql.begin((transaction) => transaction.unsafe(statements.join(';\n')).simple());
  } catch (cause) {
    // Another server may have been quicker; then there is nothing left to ask for.
    const left = await findMissingRights(sql, owner.username);
    if (left.length === 0) return;
    throw new MissingRightsError([...left, ...(await findPasswords(sql, owner))], { cause });
  }
}

/**
 * Runs as a superuser what the owner lacks.
 *
 * @returns how many statements were run
 */
export async function prepareAsSuperuser(
  owner: ConnectionSettings,
  superuser: ConnectionSettings,
): Promise<number> {
  const asSuperuser = { ...superuser, database: owner.database };
  return withPool(asSuperuser, async (sql) => {
    const run = async (statements: readonly string[]): Promise<number> => {
      await sql.begin(async (transaction) => {
        for (const statement of statements) await transaction.unsafe(statement);
      });
      return statements.length;
    };
    const rights = await run(await findMissingRights(sql, owner.username));
    return rights + (await run(await withPool(owner, (own) => findPasswords(own, owner))));
  });
}
