import { randomBytes } from 'node:crypto';
import { makeConfirmedAccount } from '@beaconpay/server/confirmed-account';
import {
  withConnection,
  type ConnectionSettings,
} from '@beaconpay/server/platform/database/connection';
import type postgres from 'postgres';

/** Any number that nothing else on the database uses. */
const FIRST_ADMINISTRATOR_LOCK_ID = 7_226_373_731;
const LEAST_PASSWORD_LENGTH = 8;

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export function generatePassword(): string {
  return randomBytes(15).toString('base64url');
}

function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

async function inTransaction<T>(
  connection: ConnectionSettings,
  work: (transaction: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  return withConnection(connection, 'beaconpay-admin', async (sql) => (await sql.begin(work)) as T);
}

/** An account and its promotion, which no API can give, are one: neither exists without the other. */
async function insertAdministrator(
  transaction: postgres.TransactionSql,
  { email, password }: Credentials,
): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error(`${email} is no e-mail address.`);
  if (password.length < LEAST_PASSWORD_LENGTH) {
    throw new Error(
      `An administrator's password has at least ${String(LEAST_PASSWORD_LENGTH)} characters.`,
    );
  }
  const userMetadata = { full_name: 'Administrator' };
  const id = await makeConfirmedAccount(transaction, {
    email: normalizeEmail(email),
    password,
    userMetadata,
  });
  const promoted = await transaction`
    update public.profiles set account_type = 'admin' where id = ${id} returning id`;
  if (promoted.length !== 1) throw new Error('The new account has no profile.');
}

/**
 * Makes an administrator, in the database and as its owner.
 *
 * @throws Error when the e-mail address is taken or the password too short
 */
export async function createAdministrator(
  connection: ConnectionSettings,
  credentials: Credentials,
): Promise<void> {
  await inTransaction(connection, (transaction) => insertAdministrator(transaction, credentials));
}

/**
 * Makes the first administrator when there is none.
 *
 * @param announce shows credentials that were made up here, before they are of any use, for
 * afterwards might be too late
 * @returns what keeps it from being made, in plain words, or null
 */
export async function ensureFirstAdministrator(
  connection: ConnectionSettings,
  given: { readonly email: string | undefined; readonly password: string | undefined },
  announce: (credentials: Credentials) => void,
): Promise<string | null> {
  return inTransaction(connection, async (transaction) => {
    // Servers that start together make one.
    await transaction`select pg_advisory_xact_lock(${FIRST_ADMINISTRATOR_LOCK_ID})`;
    const administrators = await transaction`
      select 1 from public.profiles where account_type = 'admin' limit 1`;
    if (administrators.length > 0) return null;
    const credentials = {
      email: given.email ?? 'admin@beaconpay.example',
      password: given.password ?? generatePassword(),
    };
    const email = normalizeEmail(credentials.email);
    const holders = await transaction`
      select 1 from auth.users where email = ${email} and not is_sso_user limit 1`;
    if (holders.length > 0) {
      return (
        `There is no administrator, and ${email} is taken by a customer. ` +
        'Make one of another address: npm run admin:create -- <e-mail>'
      );
    }
    await insertAdministrator(transaction, credentials).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`ADMIN_EMAIL and ADMIN_PASSWORD make no administrator: ${reason}`, { cause });
    });
    if (given.password === undefined) announce(credentials);
    return null;
  });
}
