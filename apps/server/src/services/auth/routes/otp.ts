import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import { parseEmail } from '../accounts/email-address.ts';
import { acceptLinkRequest } from '../accounts/link-requests.ts';
import { findUserByEmail } from '../accounts/users.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { parseChallenge } from '../flow-states/flow-states.ts';
import { limitRequests } from '../rate-limits.ts';
import { describeClient } from './describe-client.ts';
import { linkOptionsOf } from './link-options.ts';
import { challengeFields, metadataField, optionalText, readBody } from './request-body.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  data: metadataField,
  create_user: z.boolean().nullish(),
  channel: optionalText,
  ...challengeFields,
});

/** POST /otp: mails a link and a code that sign in, and up whoever is new. */
export function createOtpRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await limitRequests(auth.limits.otp, describeClient(c).limitKey);
    const body = await readBody(c, bodySchema);
    if (body.email !== undefined && body.phone !== undefined) {
      throw authErrors.validationFailed('Only an email address or phone number should be provided');
    }
    if (body.phone !== undefined) throw authErrors.phoneDisabled();
    if (body.email === undefined) {
      throw authErrors.validationFailed('One of email or phone must be set');
    }
    const email = parseEmail(body.email);
    const options = linkOptionsOf(auth, c, parseChallenge(body));
    const createsUser = body.create_user !== false && !auth.config.disableSignup;
    // The contract tells here who is known; where accounts may be made, nothing does.
    if (!createsUser && (await findUserByEmail(auth.sql, email)) === null) {
      throw body.create_user === false ? authErrors.otpDisabled() : authErrors.signupDisabled();
    }
    const newAccount = createsUser ? { data: body.data ?? {} } : null;
    await acceptLinkRequest(auth, { purpose: 'sign-in', email, newAccount, options });
    return c.json({});
  };
}
