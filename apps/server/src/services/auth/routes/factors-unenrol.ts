import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { unenrolFactor } from '../factors/remove-factor.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { factorIdOf } from './factor-id.ts';

/** DELETE /factors/:id */
export function createFactorsUnenrolRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const signedIn = await requireUser(auth, c);
    const id = factorIdOf(c);
    await unenrolFactor(auth, signedIn, id, describeClient(c));
    return c.json({ id });
  };
}
