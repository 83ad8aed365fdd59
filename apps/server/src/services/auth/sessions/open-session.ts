import { randomUUID } from 'node:crypto';
import { userColumns, type UserRow } from '../accounts/user-row.ts';
import { recordingOf } from '../audit/audit-log.ts';
import type { ClientDetails } from '../client-details.ts';
import type { Database } from '../../../platform/database/connection.ts';
import { createRefreshToken } from '../one-time-tokens/random-tokens.ts';
import { endOfSession, type SessionLimits } from './session-limits.ts';
import type { OpenSession } from './sessions.ts';

export interface NewSession {
  readonly userId: string;
  readonly method: string;
  readonly client: ClientDetails;
  readonly now: Date;
  /** The end of the session that the identity provider requires. */
  readonly endsAt?: Date | null;
  /** The default is aal1. */
  readonly aal?: 'aal1' | 'aal2';
  /** For a sign-in by password. No session is opened when the account has another hash now. */
  readonly password?: {
    /** The verified hash. */
    readonly verifiedHash: string;
    /** Replaces an outdated hash of the same password. */
    readonly newHash: string | null;
    /** The key whose wrong passwords are reset, unless it has been blocked in the meantime. */
    readonly failureSubject: Uint8Array;
  };
}

interface NewlyOpenSession extends OpenSession {
  /** Whether the account was used before, but never on this device. */
  readonly isNewDevice: boolean;
}

/** The ids and secrets of a new session. */
interface Opening extends NewSession {
  readonly sessionId: string;
  readonly refreshToken: string;
}

/**
 * Locks and updates the account. It returns no row, and the statement writes nothing, when the user
 * is gone, the password just changed or wrong passwords block the sign-in.
 */
function updateUser(sql: Database, { userId, now, password }: Opening) {
  const { verifiedHash = null, newHash = null, failureSubject = null } = password ?? {};
  return sql`
    update auth.users set
      last_sign_in_at = ${now}, updated_at = ${now},
      encrypted_password = coalesce(${newHash}, encrypted_password)
    where id = ${userId} and deleted_at is null
      and (${verifiedHash}::text is null or encrypted_password = ${verifiedHash})
      and not exists (
        select from backend_auth.sign_in_failures
        where subject = ${failureSubject}::bytea and blocked_until > ${now}
      )
    returning *`;
}

function insertSession(sql: Database, opening: Opening, limits: SessionLimits) {
  const { sessionId, now, aal = 'aal1', client, endsAt = null } = opening;
  const begun = { createdAt: sql`${now}::timestamptz`, usedAt: sql`${now}::timestamptz` };
  return sql`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, not_after)
    select ${sessionId}, u.id, ${now}, ${now}, ${aal}, ${client.userAgent}, ${client.ip},
      least(${endOfSession(sql, limits, begun)}, ${endsAt}::timestamptz)
    from signed_in u
    returning not_after`;
}

/** Stores the end that the identity provider requires, if there is one. */
function insertRequiredEnd(sql: Database, { sessionId, endsAt = null }: Opening) {
  return sql`
    insert into backend_auth.session_ends (session_id, ends_at)
    select ${sessionId}::uuid, ${endsAt}::timestamptz from signed_in
    where ${endsAt}::timestamptz is not null`;
}

function insertMethod(sql: Database, { sessionId, method, now }: Opening) {
  return sql`
    insert into auth.mfa_amr_claims
      (id, session_id, created_at, updated_at, authentication_method)
    select ${randomUUID()}, ${sessionId}, ${now}, ${now}, ${method} from signed_in`;
}

function insertRefreshToken(sql: Database, { sessionId, refreshToken, now }: Opening) {
  return sql`
    insert into auth.refresh_tokens
      (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
    select u.instance_id, ${refreshToken}, u.id, false, ${now}, ${now}, ${sessionId}
    from signed_in u`;
}

function deviceOf(sql: Database, { userAgent, ip }: ClientDetails) {
  return sql`backend_auth.device_of(${userAgent}::text, ${ip}::inet)`;
}

function upsertDevice(sql: Database, { client, now }: Opening) {
  return sql`
    insert into backend_auth.known_devices (user_id, device, last_seen_at)
    select u.id, ${deviceOf(sql, client)}, ${now} from signed_in u
    on conflict (user_id, device) do update set last_seen_at = excluded.last_seen_at`;
}

/** True for an unknown device of an account with known ones. Reads the devices as they were before this statement. */
function isNewDevice(sql: Database, { client }: Opening) {
  return sql`coalesce((
    select not bool_or(k.device = ${deviceOf(sql, client)})
    from backend_auth.known_devices k where k.user_id = u.id
  ), false)`;
}

function deleteFailures(sql: Database, { password }: Opening) {
  return sql`
    delete from backend_auth.sign_in_failures
    where subject = ${password?.failureSubject ?? null}::bytea and exists (select from signed_in)`;
}

function insertAuditEntry(sql: Database, { userId, method, client, now }: Opening) {
  const actor = { id: userId, email: null };
  const act = { action: 'login', actor, traits: { method }, client, now } as const;
  return sql`${recordingOf(sql, act, sql`u.email`, sql`u.is_sso_user`)} from signed_in u`;
}

/**
 * Signs a user in with one statement, and so in one round trip.
 *
 * @returns null when the user was deleted, the password was just changed or wrong passwords block the sign-in
 */
export async function openSession(
  sql: Database,
  given: NewSession,
  limits: SessionLimits,
): Promise<NewlyOpenSession | null> {
  const { method, now, aal = 'aal1' } = given;
  const sessionId = randomUUID();
  const refreshToken = createRefreshToken();
  const opening = { ...given, sessionId, refreshToken };
  const [row] = await sql<(UserRow & { is_new_device: boolean; ends_at: Date | null })[]>`
    with signed_in as (${updateUser(sql, opening)}),
      session as (${insertSession(sql, opening, limits)}),
      required_end as (${insertRequiredEnd(sql, opening)}),
      method as (${insertMethod(sql, opening)}),
      refresh_token as (${insertRefreshToken(sql, opening)}),
      device as (${upsertDevice(sql, opening)}),
      failures as (${deleteFailures(sql, opening)}),
      audit_entry as (${insertAuditEntry(sql, opening)})
    select ${userColumns(sql)}, ${isNewDevice(sql, opening)} as is_new_device,
      (select not_after from session) as ends_at
    from signed_in u`;
  if (row === undefined) return null;
  const { is_new_device: isOnNewDevice, ends_at: endsAt, ...user } = row;
  const methods = [{ method, timestamp: Math.floor(now.getTime() / 1000) }];
  return { user, sessionId, aal, methods, refreshToken, endsAt, isNewDevice: isOnNewDevice };
}
