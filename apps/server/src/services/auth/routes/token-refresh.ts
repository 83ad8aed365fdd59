import { z } from 'zod';
import { authErrors } from '../errors.ts';
import { describeClient } from './describe-client.ts';
import { rotateRefreshToken } from '../sessions/refresh-tokens.ts';
import { optionalText, readBody } from './request-body.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import type { Route } from './route.ts';

const bodySchema = z.object({ refresh_token: optionalText });

/** POST /token?grant_type=refresh_token */
export const grantByRefreshToken: Route = async (auth, c) => {
  const { refresh_token: token } = await readBody(c, bodySchema);
  if (token === undefined) throw authErrors.validationFailed('refresh_token required');
  const session = await rotateRefreshToken(auth, token, describeClient(c));
  return c.json(await createSessionResponse(auth, session));
};
