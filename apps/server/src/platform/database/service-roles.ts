import { randomBytes } from 'node:crypto';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Sql } from './connection.ts';
import {
  connectionAs,
  deriveRolePassword,
  type ConnectionSettings,
} from './connection-settings.ts';
import { isInsufficientPrivilege, MissingRightsError } from './missing-rights-error.ts';
import { openConnection } from './wire/connect.ts';
import { ConnectionError, DatabaseError } from './wire/errors.ts';
import { scramVerifierOf } from './wire/scram.ts';

/** The roles that services log in as. */
export const DATA_API_ROLE = 'authenticator';
export const AUTH_ROLE = 'supabase_auth_admin';
export const SHARED_STATE_ROLE = 'beaconpay_shared';
export const REALTIME_ROLE = 'supabase_realtime_admin';
const SERVICE_ROLES = [DATA_API_ROLE, AUTH_ROLE, SHARED_STATE_ROLE, REALTIME_ROLE];

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
    await transaction`select pg_advisory_xact_lock(${ADVISORY_LOCKS.rolePasswords})`;
    await transaction`create schema if not exists beaconpay_migrations`;
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

/** Null when the role may log in, else what the server said. */
async function findRefusal(
  settings: ConnectionSettings,
  role: string,
): Promise<DatabaseError | null> {
  try {
    const { socket } = await openConnection(connectionAs(settings, role), {});
    socket.destroy();
    return null;
  } catch (error) {
    const cause = error instanceof ConnectionError ? error.cause : error;
    if (cause instanceof DatabaseError && cause.code.startsWith('28')) return cause;
    throw error;
  }
}

async function refusedRoles(settings: ConnectionSettings): Promise<string[]> {
  const refusals = await Promise.all(
    SERVICE_ROLES.map(async (role) => ((await findRefusal(settings, role)) ? [role] : [])),
  );
  return refusals.flat();
}

/** The statements by which roles get the password that `connectionAs` will use; they do not tell it. */
async function passwordStatements(
  settings: ConnectionSettings,
  roles: readonly string[],
): Promise<string[]> {
  return Promise.all(
    roles.map(async (role) => {
      const verifier = await scramVerifierOf(deriveRolePassword(settings, role));
      return `alter role ${role} with login password '${verifier}'`;
    }),
  );
}

/** What has to be run so that each service's role may log in; nothing where all may. */
export async function findPasswordStatements(settings: ConnectionSettings): Promise<string[]> {
  return passwordStatements(settings, await refusedRoles(settings));
}

/**
 * Gives each service's role that may not log in the password that `connectionAs` will use.
 *
 * @throws MissingRightsError when the owner may not, Error when the server refuses the role all the same
 */
export async function ensureServiceRoles(sql: Sql, settings: ConnectionSettings): Promise<void> {
  const statements = await findPasswordStatements(settings);
  if (statements.length === 0) return;
  try {
    await sql.begin(async (transaction) => {
      // Two servers that change a role at the same moment would trip over each other.
      await transaction`select pg_advisory_xact_lock(${ADVISORY_LOCKS.rolePasswords})`;
      await transaction.unsafe(statements.join(';\n')).simple();
    });
  } catch (cause) {
    if (!isInsufficientPrivilege(cause)) throw cause;
    throw new MissingRightsError(statements, { cause });
  }
  for (const role of SERVICE_ROLES) {
    const refusal = await findRefusal(settings, role);
    if (refusal === null) continue;
    throw new Error(
      `Postgres does not let the role ${role} log in with its password: ${refusal.message}. ` +
        'Its pg_hba.conf must say scram-sha-256 for the roles ' +
        `${SERVICE_ROLES.join(', ')}.`,
      { cause: refusal },
    );
  }
}
