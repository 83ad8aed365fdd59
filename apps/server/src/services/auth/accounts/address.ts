import { randomUUID } from 'node:crypto';
import type { Database } from '../database.ts';
import type { UserRow } from './user-row.ts';
import { findUserByEmail, findUserByPhone, lockUser } from './users.ts';

/** Where an account's owner is reached, and what they sign in with. Normalized. */
export interface Address {
  readonly kind: 'email' | 'phone';
  readonly value: string;
}

export function findUserByAddress(
  sql: Database,
  { kind, value }: Address,
): Promise<UserRow | null> {
  return kind === 'email' ? findUserByEmail(sql, value) : findUserByPhone(sql, value);
}

/** The same, kept from everybody else's changes until the transaction ends. */
export async function lockUserByAddress(sql: Database, address: Address): Promise<UserRow | null> {
  const found = await findUserByAddress(sql, address);
  return found === null ? null : lockUser(sql, found.id);
}

/** The address as members of a new account. */
export function addressFields({ kind, value }: Address) {
  return { email: kind === 'email' ? value : null, phone: kind === 'phone' ? value : null };
}

export function isAddressConfirmed(user: UserRow, { kind }: Address): boolean {
  return (kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null;
}

/** An address that nobody can have: `.invalid` is reserved for that, and numbers have no letters. */
export function unusedAddress({ kind }: Address): Address {
  const name = randomUUID();
  return { kind, value: kind === 'email' ? `${name}@rehearsal.invalid` : name };
}
