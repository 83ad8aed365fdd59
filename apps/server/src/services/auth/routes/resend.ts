import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { requestEmailChange } from '../one-time-tokens/email-change.ts';
import { parseEmail } from '../accounts/email-address.ts';
import { requestConfirmation } from '../one-time-tokens/email-confirmation.ts';
import { authErrors } from '../errors.ts';
import { linkRequestOf } from './link-request.ts';
import { describeClient } from './describe-client.ts';
import { parseChallenge } from '../flow-states/flow-states.ts';
import { limitRequests } from '../rate-limits.ts';
import { challengeFields, optionalText, readBody } from './request-body.ts';
import { isEmailConfirmed } from '../accounts/user-row.ts';
import { findUserByEmail } from '../accounts/users.ts';

const bodySchema = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  ...challengeFields,
});

/** POST /resend: the last mail again, with a new link and code. */
export function createResendRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    limitRequests(describeClient(c), auth.limits.resend);
    const body = await readBody(c, bodySchema);
    if (body.type === 'sms' || body.type === 'phone_change') throw authErrors.phoneDisabled();
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
    const challenge = parseChallenge(body);
    const user = await findUserByEmail(auth.sql, email);
    if (user === null) return c.json({});
    const newEmail = user.email_change ?? '';
    if (body.type === 'signup' && !isEmailConfirmed(user)) {
      await requestConfirmation(auth, user, linkRequestOf(auth, c, challenge));
    } else if (body.type === 'email_change' && newEmail !== '') {
      await requestEmailChange(auth, user, newEmail, linkRequestOf(auth, c, challenge));
    }
    return c.json({});
  };
}
