import { z } from 'zod';
import { parseEmail } from '../accounts/email-address.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import {
  FIRST_CONFIRMATION_MESSAGE,
  isPhoneVerificationType,
  isVerificationType,
  verifyCode,
  verifyLink,
  verifyPhoneCode,
  type Verified,
} from '../account-commands/verification.ts';
import { limitRequests } from '../rate-limits.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { describeClient } from './describe-client.ts';
import { optionalText, readBody } from './request-body.ts';
import type { Route, RouteContext } from './route.ts';
import { phoneOf } from './text-channel.ts';

const bodySchema = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
});

function verify(
  auth: AuthContext,
  c: RouteContext,
  body: z.output<typeof bodySchema>,
): Promise<Verified> {
  const { type, token, token_hash: linkToken } = body;
  if (type === undefined) {
    throw authErrors.validationFailed('Verify requires a verification type');
  }
  if (token === undefined && linkToken === undefined) {
    throw authErrors.validationFailed('Verify requires a token or a token hash');
  }
  const verification = { client: describeClient(c) };
  if (body.phone !== undefined) {
    const phone = phoneOf(auth, body.phone);
    if (!isPhoneVerificationType(type) || token === undefined || body.email !== undefined) {
      throw authErrors.validationFailed('Unsupported verification type for a phone');
    }
    return verifyPhoneCode(auth, phone, token, { ...verification, type });
  }
  if (!isVerificationType(type)) {
    throw authErrors.validationFailed('Unsupported verification type');
  }
  if (linkToken !== undefined) {
    if (token !== undefined || body.email !== undefined) {
      throw authErrors.validationFailed('Only the token_hash and type should be provided');
    }
    return verifyLink(auth, linkToken, { ...verification, type }, false);
  }
  if (token === undefined || body.email === undefined) {
    throw authErrors.validationFailed(
      'Only an email address or phone number should be provided on verify',
    );
  }
  return verifyCode(auth, parseEmail(body.email), token, { ...verification, type });
}

/** POST /verify: with an entered code and its address, or with a link's token. */
export const verifyPostRoute: Route = async (auth, c) => {
  await limitRequests(auth.limits.verify, describeClient(c).limitKey);
  const verified = await verify(auth, c, await readBody(c, bodySchema));
  if (verified.kind !== 'session') return c.json({ msg: FIRST_CONFIRMATION_MESSAGE, code: '200' });
  return c.json(await createSessionResponse(auth, verified.session));
};
