import type { Clock } from '../clock.ts';
import type { Sql } from '../database/connection.ts';
import type { JsonObject } from '../json.ts';
import type { Logger } from '../logger.ts';
import type { CleanUp } from '../shared/clean-up.ts';
import type { PubSub } from '../shared/pub-sub.ts';
import type { TokenVerifier } from './access-token.ts';
import { TokenError, tokenGoneAfterS } from './token-claims.ts';

const TOPIC = 'identity:ended-sessions';
const PRUNE_EVERY = 1000;

export interface EndedSessions {
  /** Whether the session that an access token names is over, though the token has not expired. */
  has(sessionId: string): boolean;
  close(): Promise<void>;
}

/** Where access tokens count until they expire, whatever became of their session. */
export const NO_ENDED_SESSIONS: EndedSessions = {
  has: () => false,
  close: () => Promise.resolve(),
};

/** A verifier that also refuses the access tokens of sessions that have ended. */
export function refuseEndedSessions(
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
  /** As the role of shared state. */
  readonly sql: Sql;
  readonly pubSub: Pick<PubSub, 'subscribe'>;
  /** After so many seconds no token of an ended session is valid any more. */
  readonly tokenLifetimeS: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Ended {
  /** The session lives again after this moment. */
  readonly untilMs: number;
  /** Its tokens have expired at this moment, so it need not be remembered. */
  readonly forgetAtMs: number;
}

/**
 * Which sessions have ended, in the memory of this process: a request asks
 * without waiting for anything. Triggers in the database write each end down
 * and tell all processes as it commits.
 *
 * Consistency: an end is known everywhere moments after its commit. Ends that a
 * process could not hear of, before it started or while its connection was
 * away, are read when it is there.
 */
export async function createEndedSessions(deps: EndedSessionsDeps): Promise<EndedSessions> {
  const { sql, pubSub, clock, logger } = deps;
  const keptMs = tokenGoneAfterS(deps.tokenLifetimeS) * 1000;
  const ended = new Map<string, Ended>();

  function prune(nowMs: number): void {
    for (const [sessionId, { forgetAtMs }] of ended) {
      if (forgetAtMs <= nowMs) ended.delete(sessionId);
    }
  }

  function note(sessionId: string, untilMs: number): void {
    const nowMs = clock.now().getTime();
    ended.set(sessionId, { untilMs, forgetAtMs: nowMs + keptMs });
    if (ended.size % PRUNE_EVERY === 0) prune(nowMs);
  }

  async function read(): Promise<void> {
    const rows = await sql<{ session_id: string; until_ms: string | null }[]>`
      select session_id,
        case when isfinite(until) then extract(epoch from until) * 1000 end as until_ms
      from beaconpay_shared.ended_sessions
      where ended_at > now() - make_interval(secs => ${keptMs / 1000})`;
    for (const row of rows) note(row.session_id, toMs(row.until_ms));
  }

  const unsubscribe = await pubSub.subscribe(
    TOPIC,
    ({ sessions, until }: JsonObject) => {
      if (!Array.isArray(sessions)) return;
      for (const sessionId of sessions) {
        if (typeof sessionId === 'string') note(sessionId, toMs(until));
      }
    },
    () => {
      read().catch((error: unknown) =>
        logger.error({ err: error }, 'ended sessions were not read'),
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

/** Milliseconds since 1970; null stands for ever. */
function toMs(until: unknown): number {
  return until === null || until === undefined ? Number.POSITIVE_INFINITY : Number(until);
}

/** Ends are kept for as long as a token of theirs could be shown. */
export function endedSessionsCleanUp(tokenLifetimeS: number): CleanUp {
  return {
    name: 'identity:ended-sessions',
    cron: '13 * * * *',
    async run(sql) {
      await sql`
        delete from beaconpay_shared.ended_sessions
        where ended_at < now() - make_interval(secs => ${tokenGoneAfterS(tokenLifetimeS)})`;
    },
  };
}
