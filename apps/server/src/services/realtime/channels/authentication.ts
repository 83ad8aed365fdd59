import { TokenError, type TokenVerifier } from '../../../platform/identity/access-token.ts';
import type { Caller } from '../../../platform/identity/caller.ts';
import type { EndedSessions } from '../../../platform/identity/ended-sessions.ts';
import { realtimeErrors } from '../errors.ts';

/** The request that policies read when a channel queries the database. */
export const SOCKET_REQUEST = { method: 'GET', path: '/websocket', headers: {} };

/** The caller of a channel, and when its authentication ends. */
export interface Identity {
  readonly caller: Caller;
  /** Expiry of the token; null for an API key, which does not expire. */
  readonly expiresAtMs: number | null;
  readonly sessionId: string | null;
}

/** The key that rate limits count by: the user, or the fallback (connection or role) of an anonymous caller. */
export function limitKeyOf({ role, claims: { sub } }: Caller, fallback: object | string): unknown {
  return typeof sub === 'string' ? `${role} ${sub}` : fallback;
}

interface AuthenticatorDeps {
  readonly tokens: TokenVerifier;
  readonly endedSessions: Pick<EndedSessions, 'has'>;
}

export interface Authenticator {
  /**
   * @param token of the channel; without a token, or with an opaque API key, the caller of the connection is used
   * @throws RealtimeError
   */
  authenticate(token: string | null, connectionCaller: Caller): Promise<Identity>;
  /** Why the identity is no longer valid; null while it is valid. */
  expiryReasonOf(identity: Identity, nowMs: number): string | null;
}

/** Clients send their opaque API key as token while no user is signed in. */
export const isToken = (token: string | null): token is string =>
  token !== null && token !== '' && !token.startsWith('sb_');

function toRealtimeError(error: TokenError): Error {
  if (error.problem === 'signature') return realtimeErrors.badSignature();
  if (error.problem === 'malformed') return realtimeErrors.malformedToken();
  if (error.problem === 'expired') return realtimeErrors.expiredToken();
  return realtimeErrors.missingClaims();
}

function identityOf(caller: Caller): Identity {
  const { exp, session_id: sessionId } = caller.claims;
  return {
    caller,
    expiresAtMs: typeof exp === 'number' ? exp * 1000 : null,
    sessionId: typeof sessionId === 'string' ? sessionId : null,
  };
}

export function createAuthenticator({ tokens, endedSessions }: AuthenticatorDeps): Authenticator {
  /** `platform/identity` decides whether the tokens of an ended session are still valid. */
  const hasEnded = ({ sessionId }: Identity): boolean =>
    sessionId !== null && endedSessions.has(sessionId);

  return {
    async authenticate(token, connectionCaller) {
      if (!isToken(token)) return identityOf(connectionCaller);
      const claims = await tokens.verify(token).catch((error: unknown) => {
        throw error instanceof TokenError ? toRealtimeError(error) : error;
      });
      const { role, exp } = claims;
      if (typeof role !== 'string' || typeof exp !== 'number') throw realtimeErrors.missingClaims();
      const identity = identityOf({ role, claims, token });
      if (hasEnded(identity)) throw realtimeErrors.endedSession();
      return identity;
    },
    expiryReasonOf(identity, nowMs) {
      const { expiresAtMs } = identity;
      if (expiresAtMs !== null && expiresAtMs <= nowMs) return 'Token has expired';
      return hasEnded(identity) ? 'The session has ended' : null;
    },
  };
}
