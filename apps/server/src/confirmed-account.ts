import { hash } from '@node-rs/argon2';
import type postgres from 'postgres';
import type { JsonObject } from './platform/json.ts';
import { insertUser } from './services/auth/accounts/users.ts';
import { ARGON2 } from './services/auth/passwords/password-hashing.ts';

interface ConfirmedAccount {
  /** Normalized. */
  readonly email: string;
  readonly password: string;
  readonly userMetadata: JsonObject;
}

/**
 * Makes an account whose address needs no confirmation, as part of the caller's
 * transaction: what else makes the account what it shall be commits with it or not at all.
 *
 * @returns the account's id
 * @throws AuthError when the address is taken
 */
export async function makeConfirmedAccount(
  transaction: postgres.TransactionSql,
  { email, password, userMetadata }: ConfirmedAccount,
): Promise<string> {
  const account = {
    email,
    passwordHash: await hash(password, ARGON2),
    userMetadata,
    isConfirmed: true,
  };
  return (await insertUser(transaction, account, new Date())).id;
}
