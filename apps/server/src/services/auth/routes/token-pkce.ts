import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { describeClient } from './describe-client.ts';
import { finishFlow } from '../flow-states/flow-states.ts';
import { optionalText, readBody } from './request-body.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { openSession } from '../sessions/sessions.ts';
import { isBanned } from '../accounts/user-row.ts';

const bodySchema = z.object({ auth_code: optionalText, code_verifier: optionalText });

/** POST /token?grant_type=pkce */
export async function grantByCode(auth: AuthContext, c: Context<ServiceEnv>): Promise<Response> {
  const { auth_code: authCode, code_verifier: verifier } = await readBody(c, bodySchema);
  if (authCode === undefined || verifier === undefined) {
    throw authErrors.validationFailed(
      'invalid request: both auth code and code verifier should be non-empty',
    );
  }
  const now = auth.clock.now();
  const { userId, method } = await finishFlow(auth.sql, authCode, verifier, now);
  const client = describeClient(c);
  const session = await openSession(auth.sql, { userId, method, client, now });
  if (session === null) throw authErrors.userOfTokenNotFound();
  if (isBanned(session.user, now)) throw authErrors.userBanned();
  return c.json(await createSessionResponse(auth, session));
}
