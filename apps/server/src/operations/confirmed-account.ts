import type { Transaction } from '../platform/database/connection.ts';
import { hash } from '@node-rs/argon2';
import type { JsonObject } from '../platform/json.ts';
import { insertUser } from '../services/auth/accounts/create-user.ts';
import { ARGON2 } from '../services/auth/passwords/password-hashing.ts';

interface ConfirmedAccount {
  /** Normalized. */
  readonly email: string;
  readonly password: string;
  readonly userMetadata: JsonObject;
}

/**
 * Creates an account with a confirmed email address in the caller's transaction, so that further changes
 * to the account commit together with it.
 *
 * @returns the user's id
 * @throws AuthError when the address is taken
 */
export async function createConfirmedAccount(
  transaction: Transaction,
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
