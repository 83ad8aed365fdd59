import type { AuthContext } from '../auth-context.ts';
import { describeClient } from './describe-client.ts';
import { withError } from './error-parameters.ts';
import { toResponseError } from './log-error.ts';
import { authErrors } from '../errors.ts';
import { PKCE_PREFIX } from '../one-time-tokens/random-tokens.ts';
import { limitRequests } from '../rate-limits.ts';
import { withCode, withParameters, withSession } from '../redirects.ts';
import { redirectOf } from './link-options.ts';
import { issueTokens } from '../sessions/session-response.ts';
import {
  FIRST_CONFIRMATION_MESSAGE,
  isVerificationType,
  verifyLink,
} from '../account-commands/verification.ts';
import type { Route, RouteContext } from './route.ts';

async function openLink(
  auth: AuthContext,
  c: RouteContext,
  token: string,
  type: string,
): Promise<string> {
  const isPkce = token.startsWith(PKCE_PREFIX);
  const address = redirectOf(auth, c);
  if (!isVerificationType(type)) {
    throw authErrors.validationFailed('Invalid email verification type');
  }
  const verification = { type, client: describeClient(c) };
  const verified = await verifyLink(auth, token, verification, isPkce);
  switch (verified.kind) {
    case 'first-leg':
      return withParameters(
        address,
        { message: FIRST_CONFIRMATION_MESSAGE },
        { query: isPkce, fragment: true },
      );
    case 'code':
      return withCode(address, verified.authCode);
    case 'session':
      return withSession(address, { ...(await issueTokens(auth, verified.session)), type });
  }
}

/** GET /verify: the target of a mail's link. Always redirects to the app. */
export const verifyGetRoute: Route = async (auth, c) => {
  // Programs that scan links must not use them up.
  if (c.req.raw.method === 'HEAD') return c.body(null, 200);
  const token = c.req.query('token') ?? '';
  const type = c.req.query('type') ?? '';
  if (token === '') throw authErrors.validationFailed('Verify requires a token');
  if (type === '') throw authErrors.validationFailed('Verify requires a verification type');
  try {
    await limitRequests(auth.limits.verify, describeClient(c).limitKey);
    return c.redirect(await openLink(auth, c, token, type), 303);
  } catch (error) {
    const known = toResponseError(auth, c, error, 'Error confirming user');
    return c.redirect(withError(redirectOf(auth, c), known, token.startsWith(PKCE_PREFIX)), 303);
  }
};
