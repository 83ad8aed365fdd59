import { toKnownError } from '../database-errors.ts';
import { beginProviderFlow, findProvider } from '../providers/begin-flow.ts';
import { limitRequests } from '../rate-limits.ts';
import { withParameters } from '../redirects.ts';
import { describeClient } from './describe-client.ts';
import { errorParameters } from './error-parameters.ts';
import { redirectOf } from './link-options.ts';
import { logFailure } from './log-failure.ts';
import { flowRequestOf } from './provider-request.ts';
import type { Route } from './route.ts';

/** GET /authorize: leads a browser to a provider; one that is away leads it back to the app. */
export const authorizeRoute: Route = async (auth, c) => {
  const provider = findProvider(auth, c.req.query('provider') ?? '');
  await limitRequests(auth.limits.authorize, describeClient(c).limitKey);
  const request = flowRequestOf(auth, c, provider, null);
  try {
    return c.redirect(await beginProviderFlow(auth, provider, request), 302);
  } catch (error) {
    const known = toKnownError(error, 'Error signing in with the provider');
    logFailure(auth.logger, c, known);
    const places = { query: request.purpose.challenge !== null, fragment: true };
    return c.redirect(withParameters(redirectOf(auth, c), errorParameters(known), places), 302);
  }
};
