import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { viewPasskey } from '../passkeys/manage-passkeys.ts';
import { beginRegistration, finishRegistration } from '../passkeys/register-passkey.ts';
import { limitRequests } from '../rate-limits.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { registrationSchema, requireParty } from './passkey-request.ts';
import { readBody } from './request-body.ts';
import type { Route } from './route.ts';

/** POST /passkeys/registration/options */
export const passkeyRegistrationOptionsRoute: Route = async (auth, c) => {
  const signedIn = await requireUser(auth, c);
  await limitRequests(auth.limits.passkey, describeClient(c).limitKey);
  const question = await beginRegistration(auth, requireParty(auth), signedIn);
  const { challengeId, options, expiresAtS } = question;
  return c.json({ challenge_id: challengeId, options, expires_at: expiresAtS });
};

/** POST /passkeys/registration/verify */
export const passkeyRegistrationVerifyRoute: Route = async (auth, c) => {
  const signedIn = await requireUser(auth, c);
  const client = describeClient(c);
  await limitRequests(auth.limits.passkey, client.limitKey);
  const { challenge_id: challengeId, credential } = await readBody(c, registrationSchema);
  const attempt = { challengeId, response: credential as RegistrationResponseJSON, client };
  const added = await finishRegistration(auth, requireParty(auth), signedIn, attempt);
  return c.json(viewPasskey(added));
};
