import { randomBytes } from 'node:crypto';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Sql } from './connection.ts';
import {
  connectionAs,
  deriveRolePassword,
  type ConnectionSettings,
} from './connection-settings.ts';
import { classifyDatabaseError } from './error-class.ts';
import { ensureMigrationsSchema } from './migrations-schema.ts';
import { isInsufficientPrivilege, MissingRightsError } from './missing-rights-error.ts';
import { openConnection } from './wire/connect.ts';
import { ConnectionError, DatabaseError } from './wire/errors.ts';
import { scramVerifierOf } from './wire/scram.ts';

/** The roles that services log in as. */
export const DATA_API_ROLE = 'authenticator';
export const AUTH_ROLE = 'supabase_auth_admin';
export const SHARED_STATE_ROLE = 'backend_shared';
export const REALTIME_ROLE = 'supabase_realtime_admin';
/** Run scheduled commands. Each may become one role only: the owner of the project, or `service_role`. */
export const CRON_ROLES = ['backend_cron', 'backend_cron_service'];
const SERVICE_ROLES = [DATA_API_ROLE, AUTH_ROLE, SHARED_STATE_ROLE, REALTIME_ROLE, ...CRON_ROLES];

/**
 * Adds a secret for the passwords of the service roles. When the owner has no password, the secret is
 * stored in the database, readable for the owner only, so that all servers on one database agree.
 */
export async function withRoleSecret(
  sql: Sql,
  settings: ConnectionSettings,
): Promise<ConnectionSettings> {
  if (settings.password !== '') return settings;
  const roleSecret = await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${ADVISORY_LOCKS.rolePasswords})`;
    await ensureMigrationsSchema(transaction);
    await transaction`
      create table if not exists backend_migrations.role_secret (
        is_only boolean primary key default true check (is_only),
        secret text not null
      )`;
    await transaction`
      insert into backend_migrations.role_secret (secret)
      values (${randomBytes(32).toString('base64url')}) on conflict do nothing`;
    const [row] = await transaction<{ secret: string }[]>`
      select secret from backend_migrations.role_secret`;
    return row?.secret ?? '';
  });
  return { ...settings, roleSecret };
}

/** SQLSTATE of a session that another one has ended. */
const ADMIN_SHUTDOWN = '57P01';
/** Longer than for other connections: after its first migrations Postgres is busy with writing. */
const LOGIN_TIMEOUT_MS = 30_000;

/** The error of a login as the role; null when the role may log in. */
async function findLoginError(
  settings: ConnectionSettings,
  role: string,
): Promise<DatabaseError | null> {
  try {
    const login = { ...connectionAs(settings, role), connectTimeoutMs: LOGIN_TIMEOUT_MS };
    const { socket } = await openConnection(login, {});
    socket.destroy();
    return null;
  } catch (error) {
    const cause = error instanceof ConnectionError ? error.cause : error;
    if (!(cause instanceof DatabaseError)) throw error;
    // The leader of the scheduled jobs ends all other sessions of their roles. Postgres had authenticated the role.
    if (cause.code === ADMIN_SHUTDOWN) return null;
    if (classifyDatabaseError(cause) === 'login') return cause;
    throw error;
  }
}

async function rolesWithoutLogin(settings: ConnectionSettings): Promise<string[]> {
  const roles = await Promise.all(
    SERVICE_ROLES.map(async (role) => ((await findLoginError(settings, role)) ? [role] : [])),
  );
  return roles.flat();
}

/** The statements that set the passwords of roles. They contain SCRAM verifiers instead of passwords. */
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

/** The statements after which each service role may log in. Empty when all may log in. */
export async function findPasswordStatements(settings: ConnectionSettings): Promise<string[]> {
  return passwordStatements(settings, await rolesWithoutLogin(settings));
}

/**
 * Sets the password of each service role that cannot log in.
 *
 * @throws MissingRightsError when the owner lacks the right, Error when a role still cannot log in
 */
export async function ensureServiceRoles(sql: Sql, settings: ConnectionSettings): Promise<void> {
  const statements = await findPasswordStatements(settings);
  if (statements.length === 0) return;
  try {
    await sql.begin(async (transaction) => {
      // Concurrent changes of one role by two servers fail in Postgres.
      await transaction`select pg_advisory_xact_lock(${ADVISORY_LOCKS.rolePasswords})`;
      await transaction.unsafe(statements.join(';\n')).simple();
    });
  } catch (cause) {
    if (!isInsufficientPrivilege(cause)) throw cause;
    throw new MissingRightsError(statements, { cause });
  }
  for (const role of SERVICE_ROLES) {
    const loginError = await findLoginError(settings, role);
    if (loginError === null) continue;
    throw new Error(
      `Postgres does not let the role ${role} log in with its password: ${loginError.message}. ` +
        'pg_hba.conf must have scram-sha-256 for the roles ' +
        `${SERVICE_ROLES.join(', ')}.`,
      { cause: loginError },
    );
  }
}
