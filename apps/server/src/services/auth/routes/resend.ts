import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { requestEmailChange } from '../email-change.ts';
import { parseEmail } from '../email-address.ts';
import { requestConfirmation } from '../email-confirmation.ts';
import { authErrors } from '../errors.ts';
import { challengeFields, parseChallenge } from '../flow-states.ts';
import { limitRequests } from '../rate-limits.ts';
import { optionalText, readBody } from '../request-body.ts';
import { isEmailConfirmed } from '../user-row.ts';
import { findUserByEmail } from '../users.ts';

const bodySchema = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  ...challengeFields,
});

/** POST /resend: the last mail again, with a new link and code. */
export function createResendRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    limitRequests(c, auth.limits.resend);
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
      await requestConfirmation(auth, c, user, challenge);
    } else if (body.type === 'email_change' && newEmail !== '') {
      await requestEmailChange(auth, c, user, { newEmail, challenge });
    }
    return c.json({});
  };
}
