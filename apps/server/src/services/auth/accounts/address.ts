import { randomBytes } from 'node:crypto';
import type { Database } from '../../../platform/database/connection.ts';
import { AuthError } from '../errors.ts';
import type { UserRow } from './user-row.ts';
import { findUserByEmail, findUserByPhone, lockUser } from './users.ts';

/** A normalized address that messages are sent to and that the owner signs in with. */
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

/** Locks the account with the address until the transaction ends. */
export async function lockUserByAddress(sql: Database, address: Address): Promise<UserRow | null> {
  const found = await findUserByAddress(sql, address);
  return found === null ? null : lockUser(sql, found.id);
}

/** The address as columns of a new account. */
export function addressFields({ kind, value }: Address) {
  return { email: kind === 'email' ? value : null, phone: kind === 'phone' ? value : null };
}

export function isAddressConfirmed(user: UserRow, { kind }: Address): boolean {
  return (kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null;
}

/** Whether an account could not be created because another one has the address. */
export function isTaken(error: unknown): boolean {
  return error instanceof AuthError && ['email_exists', 'phone_exists'].includes(error.code);
}

const MAX_EMAIL_LENGTH = 255;

/**
 * An address that no one has, made of the text of a given one, so that the database's rules treat both alike.
 * It gains letters only, because a rule might read additional digits as a card number.
 */
export function unusedAddress({ kind, value }: Address): Address {
  const letters = randomBytes(16).toString('hex').replaceAll(/\d/g, toLetter);
  if (kind === 'phone') return { kind, value: `${value}${letters}` };
  const unused = value.replace(/(?=@[^@]*$)/, `+${letters}`);
  // `.invalid` is reserved for addresses that no one can have.
  return { kind, value: unused.length > MAX_EMAIL_LENGTH ? `${letters}@a.invalid` : unused };
}

function toLetter(digit: string): string {
  return 'ghijklmnop'.charAt(Number(digit));
}
