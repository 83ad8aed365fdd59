import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { beginPasskeySignIn, signInWithPasskey } from '../passkeys/sign-in-with-passkey.ts';
import { limitRequests } from '../rate-limits.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { describeClient } from './describe-client.ts';
import { authenticationSchema, requireParty } from './passkey-request.ts';
import { readBody } from './request-body.ts';
import { requireCaptcha } from './require-captcha.ts';
import type { Route } from './route.ts';

/** POST /passkeys/authentication/options */
export const passkeySignInOptionsRoute: Route = async (auth, c) => {
  await limitRequests(auth.limits.passkey, describeClient(c).limitKey);
  await requireCaptcha(auth, c);
  const question = await beginPasskeySignIn(auth, requireParty(auth));
  const { challengeId, options, expiresAtS } = question;
  return c.json({ challenge_id: challengeId, options, expires_at: expiresAtS });
};

/** POST /passkeys/authentication/verify */
export const passkeySignInVerifyRoute: Route = async (auth, c) => {
  const client = describeClient(c);
  await limitRequests(auth.limits.passkey, client.limitKey);
  const { challenge_id: challengeId, credential } = await readBody(c, authenticationSchema);
  const attempt = { challengeId, response: credential as AuthenticationResponseJSON, client };
  const session = await signInWithPasskey(auth, requireParty(auth), attempt);
  return c.json(await createSessionResponse(auth, session));
};
