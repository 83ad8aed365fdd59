import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { parseEmail } from '../accounts/email-address.ts';
import { requestConfirmation, requestSignInLink } from '../one-time-tokens/email-confirmation.ts';
import { authErrors } from '../errors.ts';
import { linkRequestOf } from './link-request.ts';
import { describeClient } from './describe-client.ts';
import { parseChallenge } from '../flow-states/flow-states.ts';
import { limitRequests } from '../rate-limits.ts';
import { challengeFields, metadataField, optionalText, readBody } from './request-body.ts';
import { isEmailConfirmed } from '../accounts/user-row.ts';
import { findUserByEmail, insertUser } from '../accounts/users.ts';

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
    limitRequests(describeClient(c), auth.limits.otp);
    const body = await readBody(c, bodySchema);
    if (body.email !== undefined && body.phone !== undefined) {
      throw authErrors.validationFailed('Only an email address or phone number should be provided');
    }
    if (body.phone !== undefined) throw authErrors.phoneDisabled();
    if (body.email === undefined) {
      throw authErrors.validationFailed('One of email or phone must be set');
    }
    const email = parseEmail(body.email);
    const challenge = parseChallenge(body);
    const known = await findUserByEmail(auth.sql, email);
    if (known === null && body.create_user === false) throw authErrors.otpDisabled();
    if (known === null && auth.config.disableSignup) throw authErrors.signupDisabled();

    const user =
      known ??
      (await insertUser(
        auth.sql,
        {
          email,
          passwordHash: null,
          userMetadata: body.data ?? {},
          isConfirmed: auth.config.mailerAutoconfirm,
        },
        auth.clock.now(),
      ));
    if (isEmailConfirmed(user)) {
      await requestSignInLink(auth, user, 'magiclink', linkRequestOf(auth, c, challenge));
    } else {
      await requestConfirmation(auth, user, linkRequestOf(auth, c, challenge));
    }
    return c.json({});
  };
}
