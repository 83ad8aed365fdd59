import { z } from 'zod';
import { parseEmail } from '../accounts/email-address.ts';
import { acceptMessageRequest } from '../account-commands/message-requests.ts';
import { authErrors } from '../errors.ts';
import { parseChallenge } from '../flow-states/flow-states.ts';
import { limitRequests } from '../rate-limits.ts';
import { describeClient } from './describe-client.ts';
import { linkOptionsOf } from './link-options.ts';
import { challengeFields, optionalText, readBody } from './request-body.ts';
import type { Route } from './route.ts';
import { phoneOf } from './text-channel.ts';
import { requireCaptcha } from './require-captcha.ts';

const bodySchema = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  ...challengeFields,
});

/** POST /resend: sends the last mail again, with a new link and code. */
export const resendRoute: Route = async (auth, c) => {
  await limitRequests(auth.limits.resend, describeClient(c).limitKey);
  await requireCaptcha(auth, c);
  const body = await readBody(c, bodySchema);
  if (body.type === 'sms' || body.type === 'phone_change') {
    if (body.phone === undefined) {
      throw authErrors.validationFailed('Type provided requires a phone number');
    }
    const phone = phoneOf(auth, body.phone);
    const purpose = body.type === 'sms' ? 'confirmation' : 'address-change';
    const client = describeClient(c);
    const to = { kind: 'phone', value: phone, channel: 'sms', client } as const;
    await acceptMessageRequest(auth, { purpose, to, newAccount: null });
    return c.json({});
  }
  if (body.type !== 'signup' && body.type !== 'email_change') {
    throw authErrors.validationFailed(
      body.type === undefined
        ? 'Missing one of these types: signup, email_change, sms, phone_change'
        : 'Type provided requires to be one of: signup, email_change, sms, phone_change',
    );
  }
  if (body.email === undefined) {
    throw authErrors.validationFailed('Type provided requires an email address');
  }
  const email = parseEmail(body.email);
  const purpose = body.type === 'signup' ? 'confirmation' : 'address-change';
  const options = linkOptionsOf(auth, c, parseChallenge(body));
  const to = { kind: 'email', value: email, ...options } as const;
  await acceptMessageRequest(auth, { purpose, to, newAccount: null });
  return c.json({});
};
