import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { exchangeCode } from '../flow-states/exchange-code.ts';
import { viewTokens } from '../providers/provider-tokens.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { describeClient } from './describe-client.ts';
import { optionalText, readBody } from './request-body.ts';

const bodySchema = z.object({ auth_code: optionalText, code_verifier: optionalText });

/** POST /token?grant_type=pkce */
export async function grantByCode(auth: AuthContext, c: Context<ServiceEnv>): Promise<Response> {
  const { auth_code: authCode, code_verifier: verifier } = await readBody(c, bodySchema);
  if (authCode === undefined || verifier === undefined) {
    throw authErrors.validationFailed(
      'invalid request: both auth code and code verifier should be non-empty',
    );
  }
  const client = describeClient(c);
  const { session, tokens } = await exchangeCode(auth, { authCode, verifier, client });
  return c.json({ ...(await createSessionResponse(auth, session)), ...viewTokens(tokens) });
}
