import type postgres from 'postgres';
import type { Database } from '../database.ts';

/** How long people stay signed in; null means for as long as they come back. */
export interface SessionLimits {
  /** Since the sign-in, whatever happens in between. */
  readonly timeBoxS: number | null;
  /** Since tokens were last issued. */
  readonly inactivityS: number | null;
  /** A sign-in ends the account's earlier sessions. */
  readonly singlePerUser: boolean;
}

/** The columns of a row of `auth.sessions` that the limits count from. */
interface CountedFrom {
  readonly createdAt: postgres.PendingQuery<postgres.Row[]>;
  readonly usedAt: postgres.PendingQuery<postgres.Row[]>;
}

/**
 * When a session is over by the limits, as an expression; null while they are off, and then what
 * an operator wrote there holds.
 *
 * It is kept as the session's `not_after` whenever tokens are issued, and no
 * access token outlives it. So whatever asks whether a session lives, here or by
 * its token alone, knows without a rule of its own.
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

/** Closes an account's other sessions, where it may have only one. */
export async function closeOtherSessions(
  sql: Database,
  limits: SessionLimits,
  session: { readonly userId: string; readonly sessionId: string; readonly createdAt: Date | null },
  now: Date,
): Promise<void> {
  if (!limits.singlePerUser) return;
  const { userId, sessionId, createdAt } = session;
  // Kept, so that its device learns that the session is over and not that there never was one.
  await sql`
    update auth.sessions set not_after = ${now}, updated_at = ${now}
    where user_id = ${userId} and id <> ${sessionId}
      and (${createdAt}::timestamptz is null or created_at <= ${createdAt})
      and (not_after is null or not_after > ${now})`;
}
