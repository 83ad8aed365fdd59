import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { beginPasskeySignIn, signInWithPasskey } from '../passkeys/sign-in-with-passkey.ts';
import { limitRequests } from '../rate-limits.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { describeClient } from './describe-client.ts';
import { authenticationSchema, requireParty } from './passkey-request.ts';
import { readBody } from './request-body.ts';
import { requireCaptcha } from './require-captcha.ts';

/** POST /passkeys/authentication/options */
export function createPasskeySignInOptionsRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await limitRequests(auth.limits.passkey, describeClient(c).limitKey);
    await requireCaptcha(auth, c);
    const question = await beginPasskeySignIn(auth, requireParty(auth));
    const { challengeId, options, expiresAtS } = question;
    return c.json({ challenge_id: challengeId, options, expires_at: expiresAtS });
  };
}

/** POST /passkeys/authentication/verify */
export function createPasskeySignInVerifyRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const client = describeClient(c);
    await limitRequests(auth.limits.passkey, client.limitKey);
    const { challenge_id: challengeId, credential } = await readBody(c, authenticationSchema);
    const answer = { challengeId, response: credential as AuthenticationResponseJSON, client };
    const session = await signInWithPasskey(auth, requireParty(auth), answer);
    return c.json(await createSessionResponse(auth, session));
  };
}
