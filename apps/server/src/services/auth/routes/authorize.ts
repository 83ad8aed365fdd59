import { beginProviderFlow, findProvider } from '../providers/begin-flow.ts';
import { limitRequests } from '../rate-limits.ts';
import { describeClient } from './describe-client.ts';
import { withError } from './error-parameters.ts';
import { toResponseError } from './log-error.ts';
import { flowRequestOf } from './provider-request.ts';
import type { Route } from './route.ts';

/**
 * GET /authorize: redirects the browser to a provider, or back to the app when the provider is unavailable.
 */
export const authorizeRoute: Route = async (auth, c) => {
  const provider = findProvider(auth, c.req.query('provider') ?? '');
  await limitRequests(auth.limits.authorize, describeClient(c).limitKey);
  const request = flowRequestOf(auth, c, provider, null);
  try {
    return c.redirect(await beginProviderFlow(auth, provider, request), 302);
  } catch (error) {
    const known = toResponseError(auth, c, error, 'Error signing in with the provider');
    return c.redirect(
      withError(request.purpose.redirectTo, known, request.purpose.challenge !== null),
      302,
    );
  }
};
