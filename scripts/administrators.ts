import type { Transaction } from '../apps/server/src/platform/database/connection.ts';
import { randomBytes } from 'node:crypto';
import { createConfirmedAccount } from '@beaconpay/server/operations/confirmed-account';
import { ADVISORY_LOCKS } from '@beaconpay/server/platform/database/advisory-locks';
import {
  withConnection,
  type ConnectionSettings,
} from '@beaconpay/server/platform/database/connection';

const MIN_PASSWORD_LENGTH = 8;

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
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return withConnection(connection, 'backend-admin', async (sql) => (await sql.begin(work)) as T);
}

/** One transaction, because no API can promote an existing account. */
async function insertAdministrator(
  transaction: Transaction,
  { email, password }: Credentials,
): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error(`${email} is not an email address.`);
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw new Error(
      `An administrator's password must have at least ${String(MIN_PASSWORD_LENGTH)} characters.`,
    );
  }
  const userMetadata = { full_name: 'Administrator' };
  const id = await createConfirmedAccount(transaction, {
    email: normalizeEmail(email),
    password,
    userMetadata,
  });
  const promoted = await transaction`
    update public.profiles set account_type = 'admin' where id = ${id} returning id`;
  if (promoted.length !== 1) throw new Error('The new account has no profile.');
}

/**
 * Creates an administrator in the database, as its owner.
 *
 * @throws Error when the email address is taken or the password too short
 */
export async function createAdministrator(
  connection: ConnectionSettings,
  credentials: Credentials,
): Promise<void> {
  await inTransaction(connection, (transaction) => insertAdministrator(transaction, credentials));
}

/** Shows credentials that no one can look up later. */
export function announceAdministrator(siteUrl: string, { email, password }: Credentials): void {
  console.log(`  First administrator (shown only once). Sign in at ${siteUrl}/admin/login`);
  console.log(`    email     ${email}`);
  console.log(`    password  ${password}\n`);
}

/**
 * Creates the first administrator when there is none.
 *
 * @param announce shows a generated password before the account exists: a process that ends in
 * between would leave an account whose password no one has seen
 * @returns why it cannot be created, in plain words, or null
 */
export async function ensureFirstAdministrator(
  connection: ConnectionSettings,
  given: { readonly email: string | undefined; readonly password: string | undefined },
  announce: (credentials: Credentials) => void,
): Promise<string | null> {
  return inTransaction(connection, async (transaction) => {
    // Servers that start together create one.
    await transaction`select pg_advisory_xact_lock(${ADVISORY_LOCKS.firstAdministrator})`;
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
        `There is no administrator, and ${email} belongs to a customer. ` +
        'Create one with another address: npm run admin:create -- <email>'
      );
    }
    await insertAdministrator(transaction, credentials).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`ADMIN_EMAIL and ADMIN_PASSWORD cannot be used: ${reason}`, { cause });
    });
    if (given.password === undefined) announce(credentials);
    return null;
  });
}
