import { describeClient } from './describe-client.ts';
import { authErrors, OAuthError } from '../errors.ts';
import { limitRequests } from '../rate-limits.ts';
import { requireCaptcha } from './require-captcha.ts';
import type { Route } from './route.ts';
import { grantByCode } from './token-pkce.ts';
import { grantByIdToken } from './token-id-token.ts';
import { grantByPassword } from './token-password.ts';
import { grantByRefreshToken } from './token-refresh.ts';

/** POST /token?grant_type=… */
export const tokenRoute: Route = async (auth, c) => {
  await limitRequests(auth.limits.token, describeClient(c).limitKey);
  switch (c.req.query('grant_type')) {
    case 'password':
      await requireCaptcha(auth, c);
      return grantByPassword(auth, c);
    case 'refresh_token':
      return grantByRefreshToken(auth, c);
    case 'pkce':
      return grantByCode(auth, c);
    case 'id_token':
      await requireCaptcha(auth, c);
      return grantByIdToken(auth, c);
    case 'web3':
      throw authErrors.web3Disabled();
    default:
      throw new OAuthError('unsupported_grant_type', 'The grant_type is not supported');
  }
};
