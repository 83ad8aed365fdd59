import { z } from 'zod';
import { OAuthError } from '../errors.ts';
import { signInWithIdToken } from '../providers/sign-in-with-id-token.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { optionalFlag, optionalText, readBody } from './request-body.ts';
import type { Route } from './route.ts';

const bodySchema = z.object({
  provider: optionalText,
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
  link_identity: optionalFlag,
});

/** POST /token?grant_type=id_token */
export const grantByIdToken: Route = async (auth, c) => {
  const body = await readBody(c, bodySchema);
  const { provider, id_token: idToken, access_token: accessToken = null, nonce = null } = body;
  if (idToken === undefined) throw new OAuthError('invalid_request', 'id_token required');
  if (provider === undefined) throw new OAuthError('invalid_request', 'provider required');
  const linksTo = body.link_identity ? await requireUser(auth, c) : null;
  const client = describeClient(c);
  const signIn = { provider, idToken, accessToken, nonce, linksTo, client };
  return c.json(await createSessionResponse(auth, await signInWithIdToken(auth, signIn)));
};
