import { randomUUID } from 'node:crypto';
import { recordingOf } from '../audit/audit-log.ts';
import type { ClientDetails } from '../client-details.ts';
import type { Database } from '../database.ts';
import { createRefreshToken } from '../one-time-tokens/random-tokens.ts';
import { endOfSession, type SessionLimits } from './session-limits.ts';
import { userColumns, type UserRow } from '../accounts/user-row.ts';

/** How somebody proved who they are, as the claim `amr` names it. */
export interface AuthenticationMethod {
  readonly method: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** The methods of the session that the statement names `s`, newest first, as one JSON array. */
export function methodsColumn(sql: Database) {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object(
        'method', a.authentication_method,
        'timestamp', floor(extract(epoch from a.created_at))
      ) order by a.created_at desc), '[]')
    from auth.mfa_amr_claims a where a.session_id = s.id)`;
}

/** What a token response is made from. */
export interface OpenSession {
  readonly user: UserRow;
  readonly sessionId: string;
  readonly aal: string;
  /** Newest first. */
  readonly methods: readonly AuthenticationMethod[];
  readonly refreshToken: string;
  /** No access token of it is valid after that; null for as long as it is refreshed. */
  readonly endsAt: Date | null;
}

export interface NewSession {
  readonly userId: string;
  readonly method: string;
  readonly client: ClientDetails;
  readonly now: Date;
  /** The end of the session that the identity provider requires. */
  readonly endsAt?: Date | null;
  /** The default is aal1. */
  readonly aal?: 'aal1' | 'aal2';
  /** For a sign-in by password; no session is opened if it does not hold any more. */
  readonly password?: {
    /** The hash that was compared. */
    readonly verifiedHash: string;
    /** Replaces an outdated hash of the same password. */
    readonly newHash: string | null;
    /** Whose wrong passwords are forgotten now, unless they block the sign-in since. */
    readonly failureSubject: Uint8Array;
  };
}

interface NewlyOpenSession extends OpenSession {
  /** The account was signed in to before, but never from this device. */
  readonly isNewDevice: boolean;
}

/** Signs a user in with one statement. Null when the user is gone or the password just changed. */
export async function openSession(
  sql: Database,
  given: NewSession,
  limits: SessionLimits,
): Promise<NewlyOpenSession | null> {
  const { userId, method, client, now, endsAt: wantedEnd = null, aal = 'aal1', password } = given;
  const { verifiedHash = null, newHash = null, failureSubject = null } = password ?? {};
  const sessionId = randomUUID();
  const refreshToken = createRefreshToken();
  const begun = { createdAt: sql`${now}::timestamptz`, usedAt: sql`${now}::timestamptz` };
  const device = sql`backend_auth.device_of(${client.userAgent}::text, ${client.ip}::inet)`;
  const act = {
    action: 'login',
    actor: { id: userId, email: null },
    traits: { method },
    client,
    now,
  } as const;
  const [row] = await sql<(UserRow & { is_new_device: boolean; ends_at: Date | null })[]>`
    with u as (
      update auth.users set
        last_sign_in_at = ${now}, updated_at = ${now},
        encrypted_password = coalesce(${newHash}, encrypted_password)
      where id = ${userId} and deleted_at is null
        and (${verifiedHash}::text is null or encrypted_password = ${verifiedHash})
        and not exists (
          select from backend_auth.sign_in_failures
          where subject = ${failureSubject}::bytea and blocked_until > ${now}
        )
      returning *
    ), s as (
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, not_after)
      select ${sessionId}, u.id, ${now}, ${now}, ${aal}, ${client.userAgent}, ${client.ip},
        least(${endOfSession(sql, limits, begun)}, ${wantedEnd}::timestamptz)
      from u
      returning not_after
    ), e as (
      insert into backend_auth.session_ends (session_id, ends_at)
      select ${sessionId}::uuid, ${wantedEnd}::timestamptz from u
      where ${wantedEnd}::timestamptz is not null
    ), a as (
      insert into auth.mfa_amr_claims
        (id, session_id, created_at, updated_at, authentication_method)
      select ${randomUUID()}, ${sessionId}, ${now}, ${now}, ${method} from u
    ), r as (
      insert into auth.refresh_tokens
        (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
      select u.instance_id, ${refreshToken}, u.id, false, ${now}, ${now}, ${sessionId} from u
    ), d as (
      insert into backend_auth.known_devices (user_id, device, last_seen_at)
      select u.id, ${device}, ${now} from u
      on conflict (user_id, device) do update set last_seen_at = excluded.last_seen_at
    ), f as (
      delete from backend_auth.sign_in_failures
      where subject = ${failureSubject}::bytea and exists (select from u)
    ), l as (
      ${recordingOf(sql, act, sql`u.email`, sql`u.is_sso_user`)} from u
    )
    select ${userColumns(sql)}, coalesce((
      select not bool_or(k.device = ${device})
      from backend_auth.known_devices k where k.user_id = u.id
    ), false) as is_new_device,
      (select not_after from s) as ends_at
    from u`;
  if (row === undefined) return null;
  const { is_new_device: isNewDevice, ends_at: endsAt, ...user } = row;
  const methods = [{ method, timestamp: Math.floor(now.getTime() / 1000) }];
  return { user, sessionId, aal, methods, refreshToken, endsAt, isNewDevice };
}

interface SessionOfUser {
  /** Null when the user is gone. */
  readonly user: UserRow | null;
  /** Null when the session is gone, or was never the user's. */
  readonly session: { readonly id: string; readonly aal: string } | null;
}

/** The user and the session that an access token names, unless it has ended. */
export async function findSessionOfUser(
  sql: Database,
  userId: string,
  sessionId: string | null,
  now: Date,
): Promise<SessionOfUser> {
  const [row] = await sql<(UserRow & { session_id: string | null; session_aal: string | null })[]>`
    select ${userColumns(sql)}, s.id as session_id, s.aal as session_aal
    from auth.users u
    left join auth.sessions s on s.id = ${sessionId} and s.user_id = u.id
      and (s.not_after is null or s.not_after > ${now})
    where u.id = ${userId} and u.deleted_at is null`;
  if (row === undefined) return { user: null, session: null };
  const { session_id: id, session_aal: aal, ...user } = row;
  return { user, session: id === null ? null : { id, aal: aal ?? 'aal1' } };
}

export const LOGOUT_SCOPES = ['global', 'local', 'others'] as const;
export type LogoutScope = (typeof LOGOUT_SCOPES)[number];

/** Ends sessions of a user; their refresh tokens go with them. */
export async function endSessions(
  sql: Database,
  userId: string,
  currentSessionId: string | null,
  scope: LogoutScope,
): Promise<void> {
  await sql`
    delete from auth.sessions
    where user_id = ${userId} and case ${scope}::text
      when 'local' then id = ${currentSessionId}::uuid
      when 'others' then id is distinct from ${currentSessionId}::uuid
      else true end`;
}
