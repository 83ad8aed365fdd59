import { randomUUID } from 'node:crypto';
import type { FactorRow } from '../accounts/user-row.ts';
import type { Database } from '../../../platform/database/connection.ts';
import { authErrors } from '../errors.ts';

/** The lifetime of a challenge. */
export const CHALLENGE_VALID_S = 300;
/** The lifetime of an unverified factor. */
const UNVERIFIED_KEPT_S = 300;

/** The origin of a request without an address, such as one through a Unix socket. */
const NO_ADDRESS = '::';

export interface StoredFactor extends Pick<FactorRow, 'id' | 'factor_type' | 'status'> {
  readonly secret: string | null;
  /** Without the leading plus. Null unless the factor is a phone. */
  readonly phone: string | null;
}

/** @throws AuthError mfa_factor_not_found */
export async function findFactor(
  sql: Database,
  userId: string,
  factorId: string,
): Promise<StoredFactor> {
  const [factor] = await sql<StoredFactor[]>`
    select id, factor_type, status, secret, phone from auth.mfa_factors
    where id = ${factorId} and user_id = ${userId}`;
  if (factor === undefined) throw authErrors.factorNotFound();
  return factor;
}

export interface NewFactor extends Pick<FactorRow, 'id' | 'factor_type'> {
  readonly userId: string;
  readonly friendlyName: string;
  /** The key of an authenticator app, encrypted. A security key stores its key with the first response. */
  readonly secret?: string;
  /** Without the leading plus. */
  readonly phone?: string;
}

/** A phone replaces an unverified one with the same number. */
export async function insertFactor(sql: Database, factor: NewFactor, now: Date): Promise<void> {
  const { id, userId, friendlyName, factor_type: type, secret, phone } = factor;
  if (phone !== undefined) {
    await sql`
      delete from auth.mfa_factors
      where user_id = ${userId} and phone = ${phone} and status = 'unverified'`;
  }
  await sql`
    insert into auth.mfa_factors
      (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
    values (${id}, ${userId}, ${friendlyName}, ${type}, 'unverified', ${secret ?? null},
      ${phone ?? null}, ${now}, ${now})`;
}

/** Deletes the unverified factors of an account. */
export async function deleteUnverifiedFactors(
  sql: Database,
  userId: string,
  now: Date,
): Promise<void> {
  const abandonedBefore = new Date(now.getTime() - UNVERIFIED_KEPT_S * 1000);
  await sql`
    delete from auth.mfa_factors f
    where f.user_id = ${userId} and f.status = 'unverified' and f.created_at < ${abandonedBefore}
      and not exists (
        select from auth.mfa_challenges c
        where c.factor_id = f.id and c.created_at >= ${abandonedBefore}
      )`;
}

/** @returns the challenge's id */
export async function insertChallenge(
  sql: Database,
  factorId: string,
  ip: string | null,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
    values (${id}, ${factorId}, ${now}, ${ip ?? NO_ADDRESS})`;
  return id;
}

interface StoredChallenge {
  readonly created_at: Date;
  readonly verified_at: Date | null;
  /** Whether the request comes from the IP address that created the challenge. */
  readonly is_from_here: boolean;
}

export async function findChallenge(
  sql: Database,
  factorId: string,
  challengeId: string,
  ip: string | null,
): Promise<StoredChallenge | null> {
  const [challenge] = await sql<StoredChallenge[]>`
    select created_at, verified_at, ip_address = ${ip ?? NO_ADDRESS}::inet as is_from_here
    from auth.mfa_challenges where id = ${challengeId} and factor_id = ${factorId}`;
  return challenge ?? null;
}

/**
 * Marks a code's time step as used.
 *
 * @returns false when this or a later one was used before
 */
export async function consumeTimeStep(
  sql: Database,
  factorId: string,
  step: number,
): Promise<boolean> {
  const updated = await sql`
    insert into backend_auth.totp_steps as s (factor_id, last_step) values (${factorId}, ${step})
    on conflict (factor_id) do update set last_step = excluded.last_step
    where s.last_step < excluded.last_step
    returning 1`;
  return updated.length > 0;
}
