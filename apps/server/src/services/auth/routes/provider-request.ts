import { randomBytes } from 'node:crypto';
import { getCookie, setCookie } from 'hono/cookie';
import type { AuthContext } from '../auth-context.ts';
import { parseChallenge } from '../flow-states/flow-states.ts';
import type { FlowRequest } from '../providers/begin-flow.ts';
import { FLOW_VALID_S, type FlowPurpose } from '../providers/provider-flows.ts';
import type { Provider } from '../providers/provider.ts';
import { redirectOf } from './link-options.ts';
import { optionalText } from './request-body.ts';
import type { RouteContext } from './route.ts';

const COOKIE = 'beaconpay-provider-flow';
const TOKEN = /^[\w-]{43}$/;
const MAX_PARAMETER_LENGTH = 500;

/** Parameters that this server sets itself, or that would bypass a check of the response. */
const OWN_PARAMETERS = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'skip_http_redirect',
  'apikey',
  'claims',
  'client_assertion',
  'client_assertion_type',
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'id_token_hint',
  'nonce',
  'redirect_uri',
  'registration',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
]);

/** The content of the browser's cookie; null when it is missing or expired. */
export function browserTokenOf(c: RouteContext): string | null {
  const token = getCookie(c, COOKIE);
  return token !== undefined && TOKEN.test(token) ? token : null;
}

/**
 * Marks the browser that starts a flow, so that no one can make another person complete it. All tabs of a
 * browser share the mark.
 */
function markBrowser(auth: AuthContext, c: RouteContext, { postsAnswer }: Provider): string {
  const token = browserTokenOf(c) ?? randomBytes(32).toString('base64url');
  const isSecure = auth.config.apiUrl.startsWith('https:');
  setCookie(c, COOKIE, token, {
    path: '/auth/v1',
    httpOnly: true,
    secure: isSecure,
    // A form that the provider's page posts sends the cookie only with this attribute.
    sameSite: postsAnswer && isSecure ? 'None' : 'Lax',
    maxAge: FLOW_VALID_S,
  });
  return token;
}

function appParametersOf(c: RouteContext): Record<string, string> {
  return Object.fromEntries(
    Object.entries(c.req.query()).filter(
      ([name, value]) => !OWN_PARAMETERS.has(name) && value.length <= MAX_PARAMETER_LENGTH,
    ),
  );
}

/** @throws AuthError validation_failed */
export function flowRequestOf(
  auth: AuthContext,
  c: RouteContext,
  provider: Provider,
  linksTo: FlowPurpose['linksTo'],
): FlowRequest {
  const challenge = parseChallenge({
    code_challenge: optionalText.parse(c.req.query('code_challenge')),
    code_challenge_method: optionalText.parse(c.req.query('code_challenge_method')),
  });
  const scopes = (c.req.query('scopes') ?? '').slice(0, MAX_PARAMETER_LENGTH);
  return {
    purpose: { provider: provider.name, redirectTo: redirectOf(auth, c), challenge, linksTo },
    scopes: scopes.split(/[\s,]+/).filter((scope) => scope !== ''),
    parameters: appParametersOf(c),
    browserToken: markBrowser(auth, c, provider),
  };
}
