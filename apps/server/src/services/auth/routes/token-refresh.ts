import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { describeClient } from './describe-client.ts';
import { rotateRefreshToken } from '../sessions/refresh-tokens.ts';
import { optionalText, readBody } from './request-body.ts';
import { createSessionResponse } from '../sessions/session-response.ts';

const bodySchema = z.object({ refresh_token: optionalText });

/** POST /token?grant_type=refresh_token */
export async function grantByRefreshToken(
  auth: AuthContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const { refresh_token: token } = await readBody(c, bodySchema);
  if (token === undefined) throw authErrors.validationFailed('refresh_token required');
  const session = await rotateRefreshToken(auth.sql, {
    token,
    reuseIntervalS: auth.config.refreshReuseIntervalS,
    limits: auth.config.sessions,
    client: describeClient(c),
    now: auth.clock.now(),
  });
  return c.json(await createSessionResponse(auth, session));
}
