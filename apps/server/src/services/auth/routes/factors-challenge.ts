import { z } from 'zod';
import { challengeFactor } from '../factors/challenge-factor.ts';
import { limitRequests } from '../rate-limits.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { pathIdOf } from './path-id.ts';
import { optionalText, readBody } from './request-body.ts';
import type { Route } from './route.ts';
import { parseChannel } from './text-channel.ts';

const bodySchema = z.object({ channel: optionalText });

/** POST /factors/:id/challenge */
export const factorsChallengeRoute: Route = async (auth, c) => {
  const client = describeClient(c);
  await limitRequests(auth.limits.mfa, client.limitKey);
  const signedIn = await requireUser(auth, c);
  const body = await readBody(c, bodySchema);
  const channel = parseChannel(body.channel);
  const issued = await challengeFactor(auth, signedIn, pathIdOf(c, 'id', 'factor_id'), {
    client,
    channel,
  });
  return c.json({
    id: issued.id,
    type: issued.type,
    expires_at: issued.expiresAtS,
    ...(issued.question === null ? {} : { webauthn: issued.question }),
  });
};
