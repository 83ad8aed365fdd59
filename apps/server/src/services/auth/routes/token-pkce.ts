import { z } from 'zod';
import { authErrors } from '../errors.ts';
import { exchangeCode } from '../providers/exchange-code.ts';
import { viewTokens } from '../providers/provider-tokens.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { describeClient } from './describe-client.ts';
import { optionalText, readBody } from './request-body.ts';
import type { Route } from './route.ts';

const bodySchema = z.object({ auth_code: optionalText, code_verifier: optionalText });

/** POST /token?grant_type=pkce */
export const grantByCode: Route = async (auth, c) => {
  const { auth_code: authCode, code_verifier: verifier } = await readBody(c, bodySchema);
  if (authCode === undefined || verifier === undefined) {
    throw authErrors.validationFailed(
      'invalid request: both auth code and code verifier should be non-empty',
    );
  }
  const client = describeClient(c);
  const { session, tokens } = await exchangeCode(auth, { authCode, verifier, client });
  return c.json({ ...(await createSessionResponse(auth, session)), ...viewTokens(tokens) });
};
