import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import { authErrors } from '../errors.ts';

/** GET /authorize: no external provider is set up, so each is refused by name. */
export function createAuthorizeRoute() {
  return (c: Context<ServiceEnv>): Response => {
    const provider = c.req.query('provider') ?? '';
    throw authErrors.validationFailed(
      provider === ''
        ? 'Unsupported provider: missing provider'
        : 'Unsupported provider: provider is not enabled',
    );
  };
}
