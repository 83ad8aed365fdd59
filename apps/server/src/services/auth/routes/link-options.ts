import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import type { CodeChallenge } from '../flow-states/flow-states.ts';
import type { LinkOptions } from '../messages/link-request.ts';
import { chooseRedirect } from '../redirects.ts';
import { describeClient } from './describe-client.ts';

/** Where a request wants to be led in the end, if it may. */
export function redirectOf(auth: AuthContext, c: Context<ServiceEnv>): string {
  return chooseRedirect(auth.config, c.req.query('redirect_to'));
}

/** What a mail's link is asked for with, as plain values. */
export function linkOptionsOf(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  challenge: CodeChallenge | null = null,
): LinkOptions {
  return { client: describeClient(c), redirectTo: redirectOf(auth, c), challenge };
}
