import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { parseEmail } from '../accounts/email-address.ts';
import { requestSignInLink } from '../one-time-tokens/email-confirmation.ts';
import { authErrors } from '../errors.ts';
import { linkRequestOf } from './link-request.ts';
import { describeClient } from './describe-client.ts';
import { parseChallenge } from '../flow-states/flow-states.ts';
import { limitRequests } from '../rate-limits.ts';
import { challengeFields, optionalText, readBody } from './request-body.ts';
import { findUserByEmail } from '../accounts/users.ts';

const bodySchema = z.object({ email: optionalText, ...challengeFields });

/** POST /recover: mails a link to whoever forgot the password. */
export function createRecoverRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    limitRequests(describeClient(c), auth.limits.recover);
    const body = await readBody(c, bodySchema);
    if (body.email === undefined) {
      throw authErrors.validationFailed('Password recovery requires an email');
    }
    const email = parseEmail(body.email);
    const challenge = parseChallenge(body);
    const user = await findUserByEmail(auth.sql, email);
    if (user !== null) {
      await requestSignInLink(auth, user, 'recovery', linkRequestOf(auth, c, challenge));
    }
    return c.json({});
  };
}
