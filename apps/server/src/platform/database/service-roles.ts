import { randomBytes } from 'node:crypto';
import type { Sql } from './connection.ts';
import { deriveRolePassword, type ConnectionSettings } from './connection-settings.ts';
import { scramVerifierOf } from './wire/scram.ts';

/** The roles that services log in as. */
export const DATA_API_ROLE = 'authenticator';
export const AUTH_ROLE = 'supabase_auth_admin';
export const SHARED_STATE_ROLE = 'beaconpay_shared';
export const SERVICE_ROLES = [DATA_API_ROLE, AUTH_ROLE, SHARED_STATE_ROLE];

/** Any number, as long as every BeaconPay server uses the same one. */
const PASSWORD_LOCK_ID = 7_226_373_730;

/**
 * The settings with something to derive the roles' passwords from. Where the
 * owner has no password, that is a secret which only the owner can read, kept
 * in the database so that all servers on it agree.
 */
export async function withRoleSecret(
  sql: Sql,
  settings: ConnectionSettings,
): Promise<ConnectionSettings> {
  if (settings.password !== '') return settings;
  const roleSecret = await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${PASSWORD_LOCK_ID})`;
    await transaction`
      create table if not exists beaconpay_migrations.role_secret (
        is_only boolean primary key default true check (is_only),
        secret text not null
      )`;
    await transaction`
      insert into beaconpay_migrations.role_secret (secret)
      values (${randomBytes(32).toString('base64url')}) on conflict do nothing`;
    const [row] = await transaction<{ secret: string }[]>`
      select secret from beaconpay_migrations.role_secret`;
    return row?.secret ?? '';
  });
  return { ...settings, roleSecret };
}

/** Gives each service's role the password that `connectionAs` will use. */
export async function setServiceRolePasswords(
  sql: Sql,
  settings: ConnectionSettings,
): Promise<void> {
  for (const role of [DATA_API_ROLE, AUTH_ROLE, SHARED_STATE_ROLE]) {
    // ALTER ROLE takes no parameters, so Postgres itself quotes the literal.
    const [statement] = await sql<{ text: string }[]>`
      select format('alter role %I with login password %L', ${role}::text,
        ${deriveRolePassword(settings, role)}::text) as text`;
    if (statement !== undefined) await sql.unsafe(statement.text);
  }
  const verifiers = await Promise.all(
    SERVICE_ROLES.map(async (role) => ({
      role,
      verifier: await scramVerifierOf(deriveRolePassword(settings, role)),
    })),
  );
  await sql.begin(async (transaction) => {
    // Two servers that change a role at the same moment would trip over each other.
    await transaction`select pg_advisory_xact_lock(${PASSWORD_LOCK_ID})`;
    for (const { role, verifier } of verifiers) {
      // ALTER ROLE takes no parameters, so Postgres itself quotes the literal.
      const [statement] = await transaction<{ text: string }[]>`
        select format('alter role %I with login password %L', ${role}::text, ${verifier}::text) as text`;
      if (statement !== undefined) await transaction.unsafe(statement.text);
    }
  });
}
