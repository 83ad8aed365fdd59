import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { challengeFactor } from '../factors/challenge-factor.ts';
import { limitRequests } from '../rate-limits.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { factorIdOf } from './factor-id.ts';

/** POST /factors/:id/challenge */
export function createFactorsChallengeRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const client = describeClient(c);
    await limitRequests(auth.limits.mfa, client.limitKey);
    const signedIn = await requireUser(auth, c);
    const issued = await challengeFactor(auth, signedIn, factorIdOf(c), client);
    return c.json({ id: issued.id, type: issued.type, expires_at: issued.expiresAtS });
  };
}
