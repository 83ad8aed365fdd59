import { z } from 'zod';
import { findUserByAddress, type Address } from '../accounts/address.ts';
import { parseEmail } from '../accounts/email-address.ts';
import { acceptMessageRequest } from '../account-commands/message-requests.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { parseChallenge } from '../flow-states/flow-states.ts';
import { limitRequests } from '../rate-limits.ts';
import { describeClient } from './describe-client.ts';
import { linkOptionsOf } from './link-options.ts';
import { challengeFields, metadataField, optionalText, readBody } from './request-body.ts';
import type { Route, RouteContext } from './route.ts';
import { parseChannel, phoneOf } from './text-channel.ts';
import { requireCaptcha } from './require-captcha.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  data: metadataField,
  create_user: z.boolean().nullish(),
  channel: optionalText,
  ...challengeFields,
});

type Body = z.output<typeof bodySchema>;

/** The account to create for an unknown address; null to create none. */
async function newAccountOf(auth: AuthContext, address: Address, body: Body) {
  const createsUser = body.create_user !== false && !auth.config.disableSignup;
  if (createsUser) return { data: body.data ?? {} };
  // With this setting the contract discloses whether an account exists. When accounts can be created, nothing
  // does.
  if ((await findUserByAddress(auth.sql, address)) === null) {
    throw body.create_user === false ? authErrors.otpDisabled() : authErrors.signupDisabled();
  }
  return null;
}

/** The code is sent after the response, so there is no message id yet. */
async function requestText(
  auth: AuthContext,
  c: RouteContext,
  body: Body,
): Promise<Record<string, never>> {
  const phone = phoneOf(auth, body.phone ?? '');
  const channel = parseChannel(body.channel);
  const to = { kind: 'phone', value: phone, channel, client: describeClient(c) } as const;
  const newAccount = await newAccountOf(auth, to, body);
  await acceptMessageRequest(auth, { purpose: 'sign-in', to, newAccount });
  return {};
}

/** POST /otp: sends a link and a code by mail, or a code by SMS. They sign in, and create the account of a new address. */
export const otpRoute: Route = async (auth, c) => {
  await limitRequests(auth.limits.otp, describeClient(c).limitKey);
  await requireCaptcha(auth, c);
  const body = await readBody(c, bodySchema);
  if (body.email !== undefined && body.phone !== undefined) {
    throw authErrors.validationFailed('Only an email address or phone number should be provided');
  }
  if (body.phone !== undefined) return c.json(await requestText(auth, c, body));
  if (body.email === undefined) {
    throw authErrors.validationFailed('One of email or phone must be set');
  }
  const email = parseEmail(body.email);
  const options = linkOptionsOf(auth, c, parseChallenge(body));
  const to = { kind: 'email', value: email, ...options } as const;
  const newAccount = await newAccountOf(auth, to, body);
  await acceptMessageRequest(auth, { purpose: 'sign-in', to, newAccount });
  return c.json({});
};
