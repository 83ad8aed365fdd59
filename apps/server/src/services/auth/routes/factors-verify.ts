import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { verifyFactor } from '../factors/verify-factor.ts';
import { limitRequests } from '../rate-limits.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { factorIdOf } from './factor-id.ts';
import { readBody } from './request-body.ts';

const bodySchema = z.object({ challenge_id: z.guid(), code: z.string().min(1) });

/** POST /factors/:id/verify */
export function createFactorsVerifyRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const client = describeClient(c);
    await limitRequests(auth.limits.mfa, client.limitKey);
    const signedIn = await requireUser(auth, c);
    const factorId = factorIdOf(c);
    const { challenge_id: challengeId, code } = await readBody(c, bodySchema);
    const session = await verifyFactor(auth, signedIn, { factorId, challengeId, code, client });
    return c.json(await createSessionResponse(auth, session));
  };
}
