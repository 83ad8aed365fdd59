import { randomUUID } from 'node:crypto';
import { userColumns, type UserRow } from '../accounts/user-row.ts';
import type { AuthContext } from '../auth-context.ts';
import type { Database } from '../../../platform/database/connection.ts';
import { authErrors } from '../errors.ts';
import { createRefreshToken } from '../one-time-tokens/random-tokens.ts';
import { nextEndOfSession } from './session-limits.ts';
import { methodsColumn, type AuthenticationMethod, type OpenSession } from './sessions.ts';

interface SecondStep {
  readonly userId: string;
  readonly sessionId: string;
  readonly method: 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'recovery_code';
  /** Null when it was not one of the account's factors. */
  readonly factorId: string | null;
  readonly now: Date;
}

/**
 * Elevates a session to aal2. Ends the account's other sessions below aal2 and deletes unverified factors.
 * The caller has locked the account.
 *
 * @throws AuthError session_not_found when it has ended
 */
export async function elevateSession(
  { config }: Pick<AuthContext, 'config'>,
  sql: Database,
  { userId, sessionId, method, factorId, now }: SecondStep,
): Promise<OpenSession> {
  const [raised] = await sql<{ not_after: Date | null }[]>`
    update auth.sessions set
      aal = 'aal2', factor_id = ${factorId}, updated_at = ${now},
      refreshed_at = (${now}::timestamptz at time zone 'UTC'),
      not_after = ${nextEndOfSession(sql, config.sessions, now)}
    where id = ${sessionId} and user_id = ${userId} and (not_after is null or not_after > ${now})
    returning not_after`;
  if (raised === undefined) throw authErrors.sessionNotFound();
  const refreshToken = createRefreshToken();
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${sessionId}, ${now}, ${now}, ${method})
    on conflict (session_id, authentication_method)
      do update set created_at = excluded.created_at, updated_at = excluded.updated_at`;
  // The former token of the session leads to the new one, for another tab that still has it.
  await sql`
    with retired as (
      update auth.refresh_tokens set revoked = true, updated_at = ${now}
      where session_id = ${sessionId} and revoked = false returning id, token
    )
    insert into auth.refresh_tokens
      (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    select u.instance_id, ${refreshToken}, u.id, false, ${now}, ${now},
      (select token from retired order by id desc limit 1), ${sessionId}
    from auth.users u where u.id = ${userId}`;
  await sql`
    with f as (
      delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'
    )
    delete from auth.sessions
    where user_id = ${userId} and id <> ${sessionId} and coalesce(aal, 'aal1') = 'aal1'`;
  const [row] = await sql<(UserRow & { methods: AuthenticationMethod[] })[]>`
    select ${userColumns(sql)}, ${methodsColumn(sql)} as methods
    from auth.sessions s join auth.users u on u.id = s.user_id where s.id = ${sessionId}`;
  if (row === undefined) throw authErrors.sessionNotFound();
  const { methods, ...user } = row;
  return { user, sessionId, aal: 'aal2', methods, refreshToken, endsAt: raised.not_after };
}

/**
 * A condition on `auth.sessions`: the sessions that a factor elevated. With `factorId` null, all at aal2,
 * because no factor is left. A passkey is a second factor by itself.
 */
function raisedBy(sql: Database, userId: string, factorId: string | null) {
  return sql`user_id = ${userId} and aal = 'aal2'
    and not exists (
      select from auth.mfa_amr_claims a
      where a.session_id = auth.sessions.id and a.authentication_method = 'passkey'
    )
    and (${factorId}::uuid is null or factor_id = ${factorId}::uuid)`;
}

/** Lowers the sessions that a factor elevated to aal1. */
export async function lowerSessions(
  sql: Database,
  userId: string,
  factorId: string | null,
  now: Date,
): Promise<void> {
  await sql`
    with lowered as (
      update auth.sessions set aal = 'aal1', factor_id = null, updated_at = ${now}
      where ${raisedBy(sql, userId, factorId)}
      returning id
    )
    delete from auth.mfa_amr_claims
    where session_id in (select id from lowered)
      and authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'recovery_code')`;
}

/** Ends the sessions that a factor elevated, and so their access tokens at aal2. */
export async function endElevatedSessions(
  sql: Database,
  userId: string,
  factorId: string | null,
): Promise<void> {
  await sql`delete from auth.sessions where ${raisedBy(sql, userId, factorId)}`;
}
