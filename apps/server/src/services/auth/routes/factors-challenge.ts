import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { challengeFactor } from '../factors/challenge-factor.ts';
import { limitRequests } from '../rate-limits.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { factorIdOf } from './factor-id.ts';
import { optionalText, readBody } from './request-body.ts';
import { parseChannel } from './text-channel.ts';

const bodySchema = z.object({ channel: optionalText });

/** POST /factors/:id/challenge */
export function createFactorsChallengeRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const client = describeClient(c);
    await limitRequests(auth.limits.mfa, client.limitKey);
    const signedIn = await requireUser(auth, c);
    const body = await readBody(c, bodySchema);
    const channel = parseChannel(body.channel);
    const issued = await challengeFactor(auth, signedIn, factorIdOf(c), { client, channel });
    return c.json({
      id: issued.id,
      type: issued.type,
      expires_at: issued.expiresAtS,
      ...(issued.question === null ? {} : { webauthn: issued.question }),
    });
  };
}
