import { randomUUID } from 'node:crypto';
import type { AuthContext } from '../auth-context.ts';
import type { Database } from '../../../platform/database/connection.ts';

/** The lifetime of a challenge. */
export const CHALLENGE_VALID_S = 300;

export interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: string;
  readonly public_key: Uint8Array<ArrayBuffer>;
  /** A `bigint` arrives as text. */
  readonly counter: string;
  readonly transports: string[];
  readonly friendly_name: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

export function listPasskeys(sql: Database, userId: string): Promise<PasskeyRow[]> {
  return sql<PasskeyRow[]>`
    select * from backend_auth.passkeys where user_id = ${userId} order by created_at, id`;
}

/** Locked, so that two signatures of one key are counted one after the other. */
export async function lockPasskey(sql: Database, credentialId: string): Promise<PasskeyRow | null> {
  const [passkey] = await sql<PasskeyRow[]>`
    select * from backend_auth.passkeys where credential_id = ${credentialId} for update`;
  return passkey ?? null;
}

export interface Question<Options> {
  readonly challengeId: string;
  readonly options: Options;
  /** Seconds since 1970. */
  readonly expiresAtS: number;
}

/** Stores a WebAuthn challenge. @param userId null for a sign-in, when the user is not known yet */
export async function storeChallenge<Options extends { readonly challenge: string }>(
  { sql, clock }: Pick<AuthContext, 'sql' | 'clock'>,
  userId: string | null,
  options: Options,
): Promise<Question<Options>> {
  const challengeId = randomUUID();
  const expiresAtMs = clock.now().getTime() + CHALLENGE_VALID_S * 1000;
  await sql`
    insert into backend_auth.passkey_challenges (id, user_id, challenge, expires_at)
    values (${challengeId}, ${userId}, ${options.challenge}, ${new Date(expiresAtMs)})`;
  return { challengeId, options, expiresAtS: Math.floor(expiresAtMs / 1000) };
}

/**
 * Deletes a challenge and returns it.
 *
 * @returns null when it is unknown, used or expired
 */
export async function consumeChallenge(
  sql: Database,
  id: string,
  userId: string | null,
  now: Date,
): Promise<string | null> {
  const [deleted] = await sql<{ challenge: string; expires_at: Date }[]>`
    delete from backend_auth.passkey_challenges
    where id = ${id} and user_id is not distinct from ${userId}::uuid
    returning challenge, expires_at`;
  return deleted === undefined || deleted.expires_at <= now ? null : deleted.challenge;
}
