import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { JsonObject } from '../../../platform/json.ts';
import type { Address } from '../accounts/address.ts';
import { parseEmail } from '../accounts/email-address.ts';
import {
  signUpAnonymously,
  signUpConfirmed,
  signUpUnconfirmed,
} from '../account-commands/sign-up.ts';
import { viewUser } from '../accounts/user-view.ts';
import { AUDIENCE } from '../accounts/users.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { parseChallenge } from '../flow-states/flow-states.ts';
import { limitRequests } from '../rate-limits.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { describeClient, signalOf } from './describe-client.ts';
import { linkOptionsOf } from './link-options.ts';
import { challengeFields, metadataField, optionalText, readBody } from './request-body.ts';
import { requireCaptcha } from './require-captcha.ts';
import type { Route } from './route.ts';
import { parseChannel, phoneOf } from './text-channel.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: metadataField,
  channel: optionalText,
  ...challengeFields,
});

/** A fictional new user, for a registered address. */
function makeUpUser({ kind, value }: Address, data: JsonObject, now: Date): JsonObject {
  return {
    id: randomUUID(),
    aud: AUDIENCE,
    role: '',
    email: kind === 'email' ? value : '',
    phone: kind === 'phone' ? value : '',
    app_metadata: { provider: kind, providers: [kind] },
    user_metadata: data,
    identities: [],
    is_anonymous: false,
    confirmation_sent_at: now.toISOString(),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

function addressOf(auth: AuthContext, body: z.output<typeof bodySchema>): Address {
  return body.email === undefined
    ? { kind: 'phone', value: phoneOf(auth, body.phone ?? '') }
    : { kind: 'email', value: parseEmail(body.email) };
}

/** POST /signup */
export const signupRoute: Route = async (auth, c): Promise<Response> => {
  const { config, limits } = auth;
  const client = describeClient(c);
  const body = await readBody(c, bodySchema);
  if (config.disableSignup) throw authErrors.signupDisabled();
  const data = body.data ?? {};
  if (body.email === undefined && body.phone === undefined) {
    if (!config.anonymousUsers) throw authErrors.anonymousDisabled();
    await limitRequests(limits.anonymous, client.limitKey);
    await requireCaptcha(auth, c);
    const session = await signUpAnonymously(auth, data, client);
    return c.json(await createSessionResponse(auth, session));
  }
  await limitRequests(limits.signup, client.limitKey);
  await requireCaptcha(auth, c);
  const { password } = body;
  if (password === undefined) {
    throw authErrors.validationFailed('Signup requires a valid password');
  }
  await auth.passwordPolicy.check(password);
  if (body.email !== undefined && body.phone !== undefined) {
    throw authErrors.validationFailed(
      'Only an email address or phone number should be provided on signup.',
    );
  }
  const address = addressOf(auth, body);
  const channel = parseChannel(body.channel);
  const options = linkOptionsOf(auth, c, parseChallenge(body));
  const signUp = { address, channel, password, data, options, signal: signalOf(c) };
  if (address.kind === 'email' ? config.mailerAutoconfirm : config.smsAutoconfirm) {
    return c.json(await createSessionResponse(auth, await signUpConfirmed(auth, signUp)));
  }
  const user = await signUpUnconfirmed(auth, signUp);
  return c.json(user === null ? makeUpUser(address, data, auth.clock.now()) : viewUser(user));
};
