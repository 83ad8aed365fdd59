import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireUser } from './bearer.ts';
import { authErrors } from '../errors.ts';
import { describeClient } from './describe-client.ts';
import { redirectOf } from './link-request.ts';
import { sendTokenMails } from '../one-time-tokens/token-mails.ts';
import { isEmailConfirmed } from '../accounts/user-row.ts';

/** GET /reauthenticate: mails the nonce that PUT /user takes. */
export function createReauthenticateRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const { user } = await requireUser(auth, c);
    const email = user.email ?? '';
    if (email === '') {
      throw authErrors.validationFailed(
        'Reauthentication requires the user to have an email or a phone number',
      );
    }
    if (!isEmailConfirmed(user)) {
      throw authErrors.unprocessable('Please verify your email first.');
    }
    await sendTokenMails(auth, describeClient(c), user, [
      {
        kind: 'reauthentication',
        slot: 'reauthentication',
        to: email,
        redirectTo: redirectOf(auth, c),
        isPkce: false,
      },
    ]);
    return c.json({});
  };
}
