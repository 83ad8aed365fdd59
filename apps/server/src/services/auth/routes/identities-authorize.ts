import { beginProviderFlow, findProvider } from '../providers/begin-flow.ts';
import { requireLinking } from '../providers/link-identity.ts';
import { limitRequests } from '../rate-limits.ts';
import { sessionOf } from '../sessions/signed-in.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { flowRequestOf } from './provider-request.ts';
import type { Route } from './route.ts';

/** GET /user/identities/authorize: the URL that links a provider to the user's account. */
export const identitiesAuthorizeRoute: Route = async (auth, c) => {
  const signedIn = await requireUser(auth, c);
  requireLinking(auth, signedIn);
  const provider = findProvider(auth, c.req.query('provider') ?? '');
  await limitRequests(auth.limits.authorize, describeClient(c).limitKey);
  const linksTo = { userId: signedIn.user.id, sessionId: sessionOf(signedIn).id };
  const request = flowRequestOf(auth, c, provider, linksTo);
  const url = await beginProviderFlow(auth, provider, request);
  return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302);
};
