import type { AuthContext } from '../auth-context.ts';
import type { CodeChallenge } from '../flow-states/flow-states.ts';
import type { LinkOptions } from '../messages/message-request.ts';
import { chooseRedirect } from '../redirects.ts';
import { describeClient } from './describe-client.ts';
import type { RouteContext } from './route.ts';

/** Where a request wants to be led in the end, if it may. */
export function redirectOf(auth: AuthContext, c: RouteContext): string {
  return chooseRedirect(auth.config, c.req.query('redirect_to'));
}

/** What a mail's link is asked for with, as plain values. */
export function linkOptionsOf(
  auth: AuthContext,
  c: RouteContext,
  challenge: CodeChallenge | null = null,
): LinkOptions {
  return { client: describeClient(c), redirectTo: redirectOf(auth, c), challenge };
}
