import type { Query, Database } from '../../../platform/database/connection.ts';

/** The limits of sessions; null for no limit. */
export interface SessionLimits {
  /** The maximum time since the sign-in. */
  readonly timeBoxS: number | null;
  /** The maximum time since the last refresh. */
  readonly inactivityS: number | null;
  /** Whether a sign-in ends the account's earlier sessions. */
  readonly singlePerUser: boolean;
}

/** The columns of `auth.sessions` that the limits use. */
interface CountedFrom {
  readonly createdAt: Query;
  readonly usedAt: Query;
}

/**
 * The end of a session by the limits, as an SQL expression; null without limits, so that a value that an
 * operator wrote stays. The value is stored as the session's `not_after` whenever tokens are issued, and no
 * access token expires after it. So all readers of a session or a token know its end without a rule of their
 * own.
 */
export function endOfSession(
  sql: Database,
  { timeBoxS, inactivityS }: SessionLimits,
  { createdAt, usedAt }: CountedFrom,
) {
  return sql`least(
    ${createdAt} + make_interval(secs => ${timeBoxS}::float8),
    ${usedAt} + make_interval(secs => ${inactivityS}::float8))`;
}

/**
 * The end of a session that is used now, as an SQL expression for an update of `auth.sessions`: by the
 * limits, and no later than the identity provider requires.
 */
export function nextEndOfSession(sql: Database, limits: SessionLimits, usedAt: Date) {
  const counted = { createdAt: sql`created_at`, usedAt: sql`${usedAt}::timestamptz` };
  return sql`least(
    coalesce(${endOfSession(sql, limits, counted)}, not_after),
    (select e.ends_at from backend_auth.session_ends e where e.session_id = auth.sessions.id))`;
}

/** Ends an account's other sessions, if one session per user is allowed. */
export async function closeOtherSessions(
  sql: Database,
  limits: SessionLimits,
  session: { readonly userId: string; readonly sessionId: string; readonly createdAt: Date | null },
  now: Date,
): Promise<void> {
  if (!limits.singlePerUser) return;
  const { userId, sessionId, createdAt } = session;
  // The row stays, so that its device learns that the session has ended.
  await sql`
    update auth.sessions set not_after = ${now}, updated_at = ${now}
    where user_id = ${userId} and id <> ${sessionId}
      and (${createdAt}::timestamptz is null or created_at <= ${createdAt})
      and (not_after is null or not_after > ${now})`;
}
