import { deriveRolePassword, type ConnectionSettings, type Sql } from './connection.ts';

/** The roles that services log in as. */
export const DATA_API_ROLE = 'authenticator';
export const AUTH_ROLE = 'supabase_auth_admin';
export const SHARED_STATE_ROLE = 'beaconpay_shared';

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
}
