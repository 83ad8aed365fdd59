import { authErrors } from '../errors.ts';
import { finishProviderFlow } from '../providers/finish-flow.ts';
import { consumeFlow, type FlowPurpose } from '../providers/provider-flows.ts';
import { viewTokens } from '../providers/provider-tokens.ts';
import { limitRequests } from '../rate-limits.ts';
import { withCode, withSession } from '../redirects.ts';
import { issueTokens } from '../sessions/session-response.ts';
import { describeClient } from './describe-client.ts';
import { withError } from './error-parameters.ts';
import { toResponseError } from './log-error.ts';
import { browserTokenOf } from './provider-request.ts';
import type { Route, RouteContext } from './route.ts';

/** The parameters of a provider's redirect, in the URL or in a posted form. */
async function parametersOf(c: RouteContext): Promise<URLSearchParams> {
  return c.req.method === 'POST'
    ? new URLSearchParams(await c.req.text())
    : new URL(c.req.url).searchParams;
}

/** GET and POST /callback: always redirects to the app, with a session, a code or an error. */
export const callbackRoute: Route = async (auth, c) => {
  const client = describeClient(c);
  let purpose: Pick<FlowPurpose, 'redirectTo' | 'challenge'> = {
    redirectTo: auth.config.siteUrl,
    challenge: null,
  };
  try {
    await limitRequests(auth.limits.authorize, client.limitKey);
    const parameters = await parametersOf(c);
    const state = parameters.get('state') ?? '';
    if (state === '') throw authErrors.badOAuthState();
    const browserToken = browserTokenOf(c);
    const now = auth.clock.now();
    const flow = await consumeFlow(auth.sql, auth.providerSealer, state, browserToken, now);
    ({ purpose } = flow);
    const finished = await finishProviderFlow(auth, flow, parameters, client);
    if (finished.kind === 'code') {
      return c.redirect(withCode(purpose.redirectTo, finished.authCode), 303);
    }
    const tokens = await issueTokens(auth, finished.session);
    const session = { ...tokens, ...viewTokens(finished.tokens) };
    return c.redirect(withSession(purpose.redirectTo, session), 303);
  } catch (error) {
    const known = toResponseError(auth, c, error, 'Error signing in with the provider');
    return c.redirect(withError(purpose.redirectTo, known, purpose.challenge !== null), 303);
  }
};
