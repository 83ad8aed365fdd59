import { recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientDetails } from '../client-details.ts';
import type { Database } from '../../../platform/database/connection.ts';
import { AuthError, authErrors } from '../errors.ts';
import { createRefreshToken } from '../one-time-tokens/random-tokens.ts';
import {
  closeOtherSessions,
  endOfSession,
  nextEndOfSession,
  type SessionLimits,
} from './session-limits.ts';
import { methodsColumn, type AuthenticationMethod, type OpenSession } from './sessions.ts';
import { isBanned, userColumns, type UserRow } from '../accounts/user-row.ts';

/**
 * How long a session's revoked tokens are stored, so that a reused one ends the session. An active session
 * revokes one token per hour.
 */
const RETIRED_KEPT_MS = 7 * 24 * 3600 * 1000;

interface PresentedToken {
  readonly token: string;
  readonly revoked: boolean;
  /** The time of revocation, if it was revoked. */
  readonly retired_at: Date;
  /** The session's active token. */
  readonly active_token: string | null;
  readonly active_parent: string | null;
}

interface SessionState {
  /** The end of the session: closed, expired or unused for too long. */
  readonly ends_at: Date | null;
  readonly session_created_at: Date;
  readonly aal: string | null;
  readonly methods: AuthenticationMethod[];
}

type TokenState = PresentedToken & SessionState & UserRow;

/** The result for a presented token. */
export type Rotation = 'replace' | 'return-active' | 'revoke-family';

/**
 * The rule of rotation. An active token is replaced. The direct parent of the active token returns the active
 * token, because the response of its own exchange was lost, or another tab was first. An older token is
 * accepted only within the reuse interval after its revocation. No token is accepted after the family was
 * revoked.
 */
export function decideRotation(
  presented: PresentedToken,
  reuseIntervalS: number,
  now: Date,
): Rotation {
  if (!presented.revoked) return 'replace';
  if (presented.active_token === null) return 'revoke-family';
  if (presented.active_parent === presented.token) return 'return-active';
  const retiredForMs = now.getTime() - presented.retired_at.getTime();
  return retiredForMs <= reuseIntervalS * 1000 ? 'replace' : 'revoke-family';
}

/**
 * Locks the token family of a session.
 *
 * @returns null when there is no session
 */
async function lockSession(sql: Database, token: string): Promise<string | null> {
  const [session] = await sql<{ id: string }[]>`
    select s.id from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
    where t.token = ${token} for no key update of s`;
  return session?.id ?? null;
}

async function whyNoSession(sql: Database, token: string): Promise<AuthError> {
  const tokens = await sql`select 1 from auth.refresh_tokens where token = ${token}`;
  return tokens.length > 0
    ? authErrors.refreshSessionNotFound()
    : authErrors.refreshTokenNotFound();
}

/** Read after the lock, so that it contains the changes of an earlier holder of the lock. */
async function readState(sql: Database, token: string, sessionId: string, limits: SessionLimits) {
  const counted = {
    createdAt: sql`s.created_at`,
    usedAt: sql`coalesce(s.refreshed_at at time zone 'UTC', s.created_at)`,
  };
  const [state] = await sql<TokenState[]>`
    select ${userColumns(sql)}, t.token, t.revoked, t.updated_at as retired_at,
      active.token as active_token, active.parent as active_parent, s.aal,
      s.created_at as session_created_at,
      least(s.not_after, ${endOfSession(sql, limits, counted)}) as ends_at,
      ${methodsColumn(sql)} as methods
    from auth.sessions s
    join auth.users u on u.id = s.user_id and u.deleted_at is null
    join auth.refresh_tokens t on t.session_id = s.id and t.token = ${token}
    left join lateral (
      select token, parent from auth.refresh_tokens
      where session_id = s.id and revoked = false order by id desc limit 1
    ) active on true
    where s.id = ${sessionId}`;
  return state ?? null;
}

async function replaceToken(
  sql: Database,
  presented: PresentedToken & UserRow,
  sessionId: string,
  now: Date,
): Promise<string> {
  const token = createRefreshToken();
  const forgottenBefore = new Date(now.getTime() - RETIRED_KEPT_MS);
  await sql`
    with retired as (
      update auth.refresh_tokens set revoked = true, updated_at = ${now}
      where token = ${presented.token} and revoked = false
    ), forgotten as (
      delete from auth.refresh_tokens
      where session_id = ${sessionId} and revoked and updated_at < ${forgottenBefore}
        and token <> ${presented.token}
    )
    insert into auth.refresh_tokens
      (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    select instance_id, ${token}, user_id, false, ${now}, ${now}, token, session_id
    from auth.refresh_tokens where token = ${presented.token} and session_id = ${sessionId}`;
  return token;
}

/** Revokes all tokens of a session and ends it, so that its access tokens are rejected, too. */
async function revokeFamily(
  sql: Database,
  user: UserRow,
  sessionId: string,
  client: ClientDetails,
  now: Date,
): Promise<void> {
  await sql`
    with retired as (
      update auth.refresh_tokens set revoked = true, updated_at = ${now}
      where session_id = ${sessionId} and revoked = false
    )
    update auth.sessions set not_after = least(not_after, ${now}), updated_at = ${now}
    where id = ${sessionId}`;
  const traits = { session_id: sessionId, reason: 'reuse' };
  await recordAction(sql, { action: 'token_revoked', actor: user, traits, client, now });
}

/** @returns the end of the session if it is not refreshed again */
async function touchSession(
  sql: Database,
  sessionId: string,
  limits: SessionLimits,
  client: ClientDetails,
  now: Date,
): Promise<Date | null> {
  const [session] = await sql<{ not_after: Date | null }[]>`
    update auth.sessions set
      refreshed_at = (${now}::timestamptz at time zone 'UTC'), updated_at = ${now},
      user_agent = coalesce(${client.userAgent}, user_agent), ip = coalesce(${client.ip}, ip),
      not_after = ${nextEndOfSession(sql, limits, now)}
    where id = ${sessionId}
    returning not_after`;
  return session?.not_after ?? null;
}

/**
 * Exchanges a refresh token under a lock on its session.
 *
 * @throws AuthError refresh_token_not_found, refresh_token_already_used, session_expired,
 *   session_not_found or user_banned
 */
export async function rotateRefreshToken(
  { sql, config, clock }: Pick<AuthContext, 'sql' | 'config' | 'clock'>,
  token: string,
  client: ClientDetails,
): Promise<OpenSession> {
  const limits = config.sessions;
  const now = clock.now();
  // An error is returned instead of thrown, because revoking the family must be committed.
  const outcome = await sql.begin(async (transaction): Promise<OpenSession | AuthError> => {
    const sessionId = await lockSession(transaction, token);
    if (sessionId === null) return whyNoSession(transaction, token);
    const state = await readState(transaction, token, sessionId, limits);
    if (state === null) return authErrors.refreshTokenNotFound();
    if (isBanned(state, now)) return authErrors.refreshUserBanned();
    const rotation = decideRotation(state, config.refreshReuseIntervalS, now);
    if (rotation === 'revoke-family') {
      if (state.active_token !== null) {
        await revokeFamily(transaction, state, sessionId, client, now);
      }
      return authErrors.refreshTokenAlreadyUsed();
    }
    if (state.ends_at !== null && state.ends_at <= now) {
      return authErrors.refreshSessionExpired();
    }
    const refreshToken =
      rotation === 'return-active' && state.active_token !== null
        ? state.active_token
        : await replaceToken(transaction, state, sessionId, now);
    const endsAt = await touchSession(transaction, sessionId, limits, client, now);
    // Refreshing the newest session ends the older ones.
    const refreshed = { userId: state.id, sessionId, createdAt: state.session_created_at };
    await closeOtherSessions(transaction, limits, refreshed, now);
    return {
      user: state,
      sessionId,
      aal: state.aal ?? 'aal1',
      methods: state.methods,
      refreshToken,
      endsAt,
    };
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}
