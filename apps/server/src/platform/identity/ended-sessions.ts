import type { Clock } from '../runtime/clock.ts';
import type { Sql } from '../database/connection.ts';
import type { JsonObject } from '../json.ts';
import type { Logger } from '../logger.ts';
import type { CleanUp } from '../shared/scheduled-clean-ups.ts';
import type { PubSub } from '../shared/pub-sub.ts';
import type { TokenVerifier } from './access-token.ts';
import { TokenError, tokenGoneAfterS } from './token-claims.ts';

const TOPIC = 'identity:ended-sessions';
const PRUNE_EVERY = 1000;

export interface EndedSessions {
  /** Whether the session of an access token has ended before the token expires. */
  has(sessionId: string): boolean;
  close(): Promise<void>;
}

/** For servers where access tokens stay valid until they expire. */
export const NO_ENDED_SESSIONS: EndedSessions = {
  has: () => false,
  close: () => Promise.resolve(),
};

/** A verifier that also rejects the access tokens of ended sessions. */
export function rejectEndedSessions(
  tokens: TokenVerifier,
  endedSessions: Pick<EndedSessions, 'has'>,
): TokenVerifier {
  return {
    async verify(token, rules) {
      const claims = await tokens.verify(token, rules);
      const { session_id: sessionId } = claims;
      if (typeof sessionId === 'string' && endedSessions.has(sessionId)) {
        throw new TokenError('claims', 'JWT session has ended');
      }
      return claims;
    },
  };
}

interface EndedSessionsDeps {
  /** Logged in as the role of shared state. */
  readonly sql: Sql;
  readonly pubSub: Pick<PubSub, 'subscribe'>;
  /** The lifetime of an access token, in seconds. */
  readonly tokenLifetimeS: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Ended {
  /** The session's tokens are rejected until this moment, such as the end of a ban. */
  readonly untilMs: number;
  /** All its tokens have expired at this moment, so that the entry can be removed. */
  readonly removeAtMs: number;
}

/**
 * The ended sessions, in the memory of this process, so that no request waits for the database.
 * Triggers in the database record each end and notify all processes at commit.
 *
 * Consistency: every process knows an end shortly after its commit. A process reads the ends that it
 * missed when it starts and when it reconnects.
 */
export async function createEndedSessions(deps: EndedSessionsDeps): Promise<EndedSessions> {
  const { sql, pubSub, clock, logger } = deps;
  const retentionMs = tokenGoneAfterS(deps.tokenLifetimeS) * 1000;
  const ended = new Map<string, Ended>();

  function prune(nowMs: number): void {
    for (const [sessionId, { removeAtMs }] of ended) {
      if (removeAtMs <= nowMs) ended.delete(sessionId);
    }
  }

  function add(sessionId: string, untilMs: number): void {
    const nowMs = clock.now().getTime();
    ended.set(sessionId, { untilMs, removeAtMs: nowMs + retentionMs });
    if (ended.size % PRUNE_EVERY === 0) prune(nowMs);
  }

  async function read(): Promise<void> {
    const rows = await sql<{ session_id: string; until_ms: string | null }[]>`
      select session_id,
        case when isfinite(until) then extract(epoch from until) * 1000 end as until_ms
      from backend_shared.ended_sessions
      where ended_at > now() - make_interval(secs => ${retentionMs / 1000})`;
    for (const row of rows) add(row.session_id, toMs(row.until_ms));
  }

  const unsubscribe = await pubSub.subscribe(
    TOPIC,
    ({ sessions, until }: JsonObject) => {
      if (!Array.isArray(sessions)) return;
      for (const sessionId of sessions) {
        if (typeof sessionId === 'string') add(sessionId, toMs(until));
      }
    },
    () => {
      read().catch((error: unknown) =>
        logger.error({ err: error }, 'identity: failed to read ended sessions'),
      );
    },
  );
  await read();

  return {
    has(sessionId) {
      const found = ended.get(sessionId);
      return found !== undefined && found.untilMs > clock.now().getTime();
    },
    close: unsubscribe,
  };
}

/** Milliseconds since 1970; null means never. */
function toMs(until: unknown): number {
  return until === null || until === undefined ? Number.POSITIVE_INFINITY : Number(until);
}

/** Deletes entries whose tokens have all expired. */
export function endedSessionsCleanUp(tokenLifetimeS: number): CleanUp {
  return {
    name: 'identity:ended-sessions',
    cron: '13 * * * *',
    async run(sql) {
      await sql`
        delete from backend_shared.ended_sessions
        where ended_at < now() - make_interval(secs => ${tokenGoneAfterS(tokenLifetimeS)})`;
    },
  };
}
