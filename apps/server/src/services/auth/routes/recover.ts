import { z } from 'zod';
import { parseEmail } from '../accounts/email-address.ts';
import { acceptMessageRequest } from '../account-commands/message-requests.ts';
import { authErrors } from '../errors.ts';
import { parseChallenge } from '../flow-states/flow-states.ts';
import { limitRequests } from '../rate-limits.ts';
import { describeClient } from './describe-client.ts';
import { linkOptionsOf } from './link-options.ts';
import { challengeFields, optionalText, readBody } from './request-body.ts';
import { requireCaptcha } from './require-captcha.ts';
import type { Route } from './route.ts';

const bodySchema = z.object({ email: optionalText, ...challengeFields });

/** POST /recover: mails a link to reset the password. */
export const recoverRoute: Route = async (auth, c) => {
  await limitRequests(auth.limits.recover, describeClient(c).limitKey);
  await requireCaptcha(auth, c);
  const body = await readBody(c, bodySchema);
  if (body.email === undefined) {
    throw authErrors.validationFailed('Password recovery requires an email');
  }
  const email = parseEmail(body.email);
  const options = linkOptionsOf(auth, c, parseChallenge(body));
  const to = { kind: 'email', value: email, ...options } as const;
  await acceptMessageRequest(auth, { purpose: 'recovery', to, newAccount: null });
  return c.json({});
};
