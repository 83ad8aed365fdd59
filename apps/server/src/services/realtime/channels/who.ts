import { TokenError, type TokenVerifier } from '../../../platform/identity/access-token.ts';
import type { Caller } from '../../../platform/identity/caller.ts';
import type { EndedSessions } from '../../../platform/identity/ended-sessions.ts';
import { refusals } from '../errors.ts';

/** What policies may read of the request in whose course a channel asks them. */
export const SOCKET_REQUEST = { method: 'GET', path: '/websocket', headers: {} };

/** For whom a channel speaks, and until when. */
export interface Identity {
  readonly caller: Caller;
  /** When its token expires; null where an API key speaks for itself. */
  readonly expiresAtMs: number | null;
  readonly sessionId: string | null;
}

/** Who pays for what is asked of the database: the person, or else the connection or role of nobody known. */
export function payerOf({ role, claims: { sub } }: Caller, otherwise: object | string): unknown {
  return typeof sub === 'string' ? `${role} ${sub}` : otherwise;
}

interface IdentifierDeps {
  readonly tokens: TokenVerifier;
  readonly endedSessions: Pick<EndedSessions, 'has'>;
}

export interface Identifier {
  /**
   * @param token of the channel; opaque API keys and nothing stand for the connection's own caller
   * @throws RefusalError
   */
  identify(token: string | null, own: Caller): Promise<Identity>;
  /** Why it no longer counts, in plain words; null while it does. */
  problemOf(identity: Identity, nowMs: number): string | null;
}

/** Opaque keys are no tokens; clients send them where nobody is signed in. */
export const isToken = (token: string | null): token is string =>
  token !== null && token !== '' && !token.startsWith('sb_');

export function createIdentifier({ tokens, endedSessions }: IdentifierDeps): Identifier {
  function toRefusal(error: TokenError): Error {
    if (error.problem === 'signature') return refusals.badSignature();
    if (error.problem === 'malformed') return refusals.malformedToken();
    if (error.problem === 'expired') return refusals.expiredToken();
    return refusals.missingClaims();
  }

  /** `platform/identity` decides whether the tokens of an ended session still count. */
  const hasEnded = ({ sessionId }: Identity): boolean =>
    sessionId !== null && endedSessions.has(sessionId);

  const identityOf = (caller: Caller): Identity => {
    const { exp, session_id: sessionId } = caller.claims;
    return {
      caller,
      expiresAtMs: typeof exp === 'number' ? exp * 1000 : null,
      sessionId: typeof sessionId === 'string' ? sessionId : null,
    };
  };

  return {
    async identify(token, own) {
      if (!isToken(token)) return identityOf(own);
      const claims = await tokens.verify(token).catch((error: unknown) => {
        throw error instanceof TokenError ? toRefusal(error) : error;
      });
      const { role, exp } = claims;
      if (typeof role !== 'string' || typeof exp !== 'number') throw refusals.missingClaims();
      const identity = identityOf({ role, claims, token });
      if (hasEnded(identity)) throw refusals.endedSession();
      return identity;
    },
    problemOf(identity, nowMs) {
      const { expiresAtMs } = identity;
      if (expiresAtMs !== null && expiresAtMs <= nowMs) return 'Token has expired';
      return hasEnded(identity) ? 'The session has ended' : null;
    },
  };
}
