import type { AuthContext } from '../auth-context.ts';
import type { CodeChallenge } from '../flow-states/flow-states.ts';
import type { LinkOptions } from '../messages/message-request.ts';
import { chooseRedirect } from '../redirects.ts';
import { describeClient } from './describe-client.ts';
import type { RouteContext } from './route.ts';

/** The requested redirect, if it is allowed. */
export function redirectOf(auth: AuthContext, c: RouteContext): string {
  return chooseRedirect(auth.config, c.req.query('redirect_to'));
}

/** The options of a mail's link as plain values. */
export function linkOptionsOf(
  auth: AuthContext,
  c: RouteContext,
  challenge: CodeChallenge | null = null,
): LinkOptions {
  return { client: describeClient(c), redirectTo: redirectOf(auth, c), challenge };
}
