import { z } from 'zod';
import type { Caller } from '../../../platform/identity/caller.ts';
import { TokenError, type TokenProblem } from '../../../platform/identity/access-token.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { findSessionOfUser } from '../sessions/sessions.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { isBanned } from '../accounts/user-row.ts';
import type { RouteContext } from './route.ts';

const uuid = z.guid();

function apiKeyOf(c: RouteContext): string | undefined {
  return c.req.header('apikey') ?? c.req.query('apikey');
}

/**
 * Requires an API key. Each endpoint checks the bearer token itself, because a sign-in must work with an old
 * token in the header.
 *
 * @throws ApiKeyError
 */
export async function requireApiKey(auth: AuthContext, c: RouteContext): Promise<void> {
  const apiKey = apiKeyOf(c);
  try {
    await auth.callers.resolve(
      apiKey,
      apiKey === undefined ? c.req.header('Authorization') : undefined,
    );
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
  }
}

/** The reason for rejecting a bearer token, in the words of Supabase Auth. */
const TOKEN_REASONS: Partial<Record<TokenProblem, string>> = {
  malformed: 'token is malformed',
  signature: 'token signature is invalid',
  expired: 'token has invalid claims: token is expired',
  'not-yet-valid': 'token has invalid claims: token is not valid yet',
};

async function resolveCaller(auth: AuthContext, c: RouteContext): Promise<Caller> {
  try {
    return await auth.callers.resolve(apiKeyOf(c), c.req.header('Authorization'));
  } catch (error) {
    if (error instanceof TokenError) {
      const reason = TOKEN_REASONS[error.problem];
      throw authErrors.badJwt(
        reason === undefined
          ? error.message
          : `invalid JWT: unable to parse or verify signature, ${reason}`,
        error,
      );
    }
    throw error;
  }
}

/**
 * The user of the bearer token. The session is read with every request, so that signing out takes effect at
 * once.
 *
 * @throws AuthError no_authorization, bad_jwt, user_not_found, session_not_found, user_banned
 */
export async function requireUser(auth: AuthContext, c: RouteContext): Promise<SignedIn> {
  if (!/^bearer +\S/i.test(c.req.header('Authorization') ?? '')) {
    throw authErrors.noAuthorization();
  }
  const { claims } = await resolveCaller(auth, c);
  const userId = claims.sub;
  if (userId === undefined || userId === '') {
    throw authErrors.badJwt('invalid claim: missing sub claim');
  }
  if (!uuid.safeParse(userId).success) {
    throw authErrors.badJwt('invalid claim: sub claim must be a UUID');
  }
  const sessionId = claims.session_id ?? null;
  if (sessionId !== null && !uuid.safeParse(sessionId).success) {
    throw authErrors.badJwt('invalid claim: session_id claim must be a UUID');
  }
  const { user, session } = await findSessionOfUser(
    auth.sql,
    userId as string,
    sessionId as string | null,
    auth.clock.now(),
  );
  if (user === null) throw authErrors.userOfTokenNotFound();
  if (sessionId !== null && session === null) throw authErrors.sessionNotFound();
  if (isBanned(user, auth.clock.now())) throw authErrors.userOfTokenBanned();
  return { user, session };
}

function isOperatorRole({ role }: Caller): boolean {
  return role === 'service_role' || role === 'supabase_admin';
}

/** Whether the operator makes the request. An invalid token belongs to no one. */
export async function isOperator(auth: AuthContext, c: RouteContext): Promise<boolean> {
  const { callers } = auth;
  return callers
    .resolve(apiKeyOf(c), c.req.header('Authorization'))
    .then(isOperatorRole, (error: unknown) => {
      if (error instanceof TokenError) return false;
      throw error;
    });
}

/**
 * Requires the operator: the secret key, or a token with the role service_role.
 *
 * @throws AuthError not_admin, bad_jwt
 */
export async function requireOperator(auth: AuthContext, c: RouteContext): Promise<void> {
  if (!isOperatorRole(await resolveCaller(auth, c))) throw authErrors.notAdmin();
}
