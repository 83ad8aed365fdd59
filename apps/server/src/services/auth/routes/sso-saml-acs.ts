import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { limitRequests } from '../rate-limits.ts';
import { chooseRedirect, withCode, withSession } from '../redirects.ts';
import { issueTokens } from '../sessions/session-response.ts';
import { requireSaml } from '../sso/begin-saml-sign-in.ts';
import { isRelayStateId, consumeSamlFlow, type SamlFlow } from '../sso/saml-flows.ts';
import { signInWithSaml } from '../sso/sign-in-with-saml.ts';
import { describeClient } from './describe-client.ts';
import { withError } from './error-parameters.ts';
import { toResponseError } from './log-error.ts';
import type { Route } from './route.ts';

/** Null when the identity provider started the sign-in. Then it can name the redirect. */
async function flowOf(auth: AuthContext, relayState: string): Promise<SamlFlow | null> {
  if (isRelayStateId(relayState)) return consumeSamlFlow(auth.sql, relayState, auth.clock.now());
  if (relayState === '' || URL.canParse(relayState)) return null;
  throw authErrors.validationFailed('SAML RelayState is not a valid UUID or URL');
}

/**
 * POST /sso/saml/acs: receives the response of an identity provider. Always redirects to the app, with a
 * session, a code or an error.
 */
export const samlConsumerRoute: Route = async (auth, c) => {
  const service = requireSaml(auth);
  const client = describeClient(c);
  let redirectTo = auth.config.siteUrl;
  let isPkce = false;
  try {
    await limitRequests(auth.limits.samlConsumer, client.limitKey);
    const form = new URLSearchParams(await c.req.text());
    const relayState = form.get('RelayState') ?? '';
    const flow = await flowOf(auth, relayState);
    redirectTo = chooseRedirect(auth.config, flow === null ? relayState : flow.redirectTo);
    isPkce = flow !== null && flow.flowStateId !== null;
    const samlResponse = form.get('SAMLResponse') ?? '';
    if (samlResponse === '') throw authErrors.validationFailed('SAMLResponse is missing');
    const finished = await signInWithSaml(auth, service, flow, samlResponse, client);
    if (finished.kind === 'code') return c.redirect(withCode(redirectTo, finished.authCode), 303);
    const tokens = await issueTokens(auth, finished.session);
    return c.redirect(withSession(redirectTo, { ...tokens }), 303);
  } catch (error) {
    const known = toResponseError(auth, c, error, 'Error signing in with the identity provider');
    return c.redirect(withError(redirectTo, known, isPkce), 303);
  }
};
