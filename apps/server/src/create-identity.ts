import type { Config } from './config/config.ts';
import type { Clock } from './platform/runtime/clock.ts';
import type { Sql } from './platform/database/connection.ts';
import {
  createTokenSigner,
  createTokenVerifier,
  DATA_API_RULES,
} from './platform/identity/access-token.ts';
import { createCallerResolver } from './platform/identity/caller.ts';
import {
  createEndedSessions,
  endedSessionsCleanUp,
  NO_ENDED_SESSIONS,
  rejectEndedSessions,
} from './platform/identity/ended-sessions.ts';
import { createKeyRing, retiredKeysCleanUp } from './platform/identity/key-ring.ts';
import type { Logger } from './platform/logger.ts';
import { createSealer } from './platform/sealing.ts';
import { scheduleCleanUps } from './platform/shared/scheduled-clean-ups.ts';
import type { SharedState } from './platform/shared/shared-state.ts';
import type { ServerState } from './server-state.ts';

interface IdentityOptions {
  readonly config: Config;
  readonly state: ServerState;
  /** Logs in as the role of the shared state. */
  readonly sql: Sql;
  readonly shared: Pick<SharedState, 'pubSub' | 'jobs'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Signing keys, access tokens, API keys and ended sessions: what identifies a caller. */
export async function createIdentity({
  config,
  state,
  sql,
  shared: { pubSub, jobs },
  clock,
  logger,
}: IdentityOptions) {
  const { jwtSecret, requireApiKey, signingKeysFile, accessTokensEndWithSession } = config.keys;
  const { apiKeys } = state;
  const tokenLifetimeS = config.auth.jwtExpiryS;
  const signingKeys = await createKeyRing({
    sql,
    pubSub,
    sealer: createSealer(apiKeys.secretKey, 'signing-keys'),
    file: { jwks: state.signingJwks, isGiven: signingKeysFile !== null },
    tokenLifetimeS,
    clock,
    logger,
  });
  const tokens = createTokenVerifier({ keys: signingKeys, jwtSecret, clock });
  const endedSessions = accessTokensEndWithSession
    ? await createEndedSessions({ sql, pubSub, tokenLifetimeS, clock, logger })
    : NO_ENDED_SESSIONS;
  const liveTokens = rejectEndedSessions(tokens, endedSessions);
  scheduleCleanUps(
    jobs,
    [endedSessionsCleanUp(tokenLifetimeS), retiredKeysCleanUp(tokenLifetimeS)],
    sql,
    logger,
  );
  return {
    signingKeys,
    signer: createTokenSigner(signingKeys),
    tokens,
    liveTokens,
    callers: createCallerResolver({ apiKeys, tokens, requireApiKey }),
    dataApiCallers: createCallerResolver({
      apiKeys,
      tokens: liveTokens,
      requireApiKey,
      rules: DATA_API_RULES,
    }),
    endedSessions,
    async close(): Promise<void> {
      await endedSessions.close();
      await signingKeys.close();
    },
  };
}
