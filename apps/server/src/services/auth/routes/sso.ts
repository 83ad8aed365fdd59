import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { limitRequests } from '../rate-limits.ts';
import { describeClient } from './describe-client.ts';
import { requireCaptcha } from './require-captcha.ts';

/** POST /sso: no identity provider is set up. */
export function createSsoRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await limitRequests(auth.limits.sso, describeClient(c).limitKey);
    await requireCaptcha(auth, c);
    throw authErrors.samlDisabled();
  };
}
