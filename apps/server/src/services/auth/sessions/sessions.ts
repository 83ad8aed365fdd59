import type { Database } from '../../../platform/database/connection.ts';
import { userColumns, type UserRow } from '../accounts/user-row.ts';

/** An authentication method, as in the claim `amr`. */
export interface AuthenticationMethod {
  readonly method: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** The methods of the session `s` of the statement, newest first, as a JSON array. */
export function methodsColumn(sql: Database) {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object(
        'method', a.authentication_method,
        'timestamp', floor(extract(epoch from a.created_at))
      ) order by a.created_at desc), '[]')
    from auth.mfa_amr_claims a where a.session_id = s.id)`;
}

/** The data of a token response. */
export interface OpenSession {
  readonly user: UserRow;
  readonly sessionId: string;
  readonly aal: string;
  /** Newest first. */
  readonly methods: readonly AuthenticationMethod[];
  readonly refreshToken: string;
  /** The end of its access tokens; null while it can be refreshed without limit. */
  readonly endsAt: Date | null;
}

interface SessionOfUser {
  /** Null when the user was deleted. */
  readonly user: UserRow | null;
  /** Null when the session has ended, or belongs to another user. */
  readonly session: { readonly id: string; readonly aal: string } | null;
}

/** The user and the session of an access token, unless it has ended. */
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

/** Ends sessions of a user, with their refresh tokens. */
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
