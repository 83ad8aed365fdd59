import { randomBytes } from 'node:crypto';
import type { ServerState } from '@beaconpay/server/serve';
import { openPool } from '@beaconpay/server/platform/database/connection';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface AdministratorTarget {
  /** The server's address, `http://host:port`. */
  readonly url: string;
  readonly state: ServerState;
}

export function generatePassword(): string {
  return randomBytes(15).toString('base64url');
}

async function createConfirmedUser(
  { url, state }: AdministratorTarget,
  credentials: Credentials,
): Promise<string> {
  const response = await fetch(`${url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: state.apiKeys.secretKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...credentials,
      email_confirm: true,
      user_metadata: { full_name: 'Administrator' },
    }),
  });
  const answer = (await response.json()) as { id?: string; msg?: string; message?: string };
  if (!response.ok || answer.id === undefined) {
    throw new Error(
      `The account could not be made: ${answer.msg ?? answer.message ?? response.statusText}`,
    );
  }
  return answer.id;
}

/**
 * Makes an account and then an administrator of it. No API can do the second
 * step, so it is done in the database, as its owner.
 *
 * @throws Error when the e-mail address is taken or the password too weak
 */
export async function createAdministrator(
  target: AdministratorTarget,
  credentials: Credentials,
): Promise<void> {
  const userId = await createConfirmedUser(target, credentials);
  const sql = openPool(target.state.connection, {
    applicationName: 'beaconpay-admin',
    maxConnections: 1,
  });
  try {
    await sql`update public.profiles set account_type = 'admin' where id = ${userId}`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Makes the first administrator when there is none.
 *
 * @returns credentials to show once when they were made up here, else null
 */
export async function ensureFirstAdministrator(
  target: AdministratorTarget,
  given: { readonly email: string | undefined; readonly password: string | undefined },
): Promise<Credentials | null> {
  const sql = openPool(target.state.connection, {
    applicationName: 'beaconpay-admin',
    maxConnections: 1,
  });
  try {
    const administrators = await sql`
      select 1 from public.profiles where account_type = 'admin' limit 1`;
    if (administrators.length > 0) return null;
  } finally {
    await sql.end({ timeout: 5 });
  }
  const email = given.email ?? 'admin@beaconpay.example';
  const password = given.password ?? generatePassword();
  await createAdministrator(target, { email, password });
  return given.password === undefined ? { email, password } : null;
}
