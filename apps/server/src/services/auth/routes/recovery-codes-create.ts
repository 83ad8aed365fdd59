import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { replaceRecoveryCodes } from '../factors/recovery-codes.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';

/** POST /factors/recovery-codes: our own, beside what Supabase Auth has. */
export function createRecoveryCodesRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const signedIn = await requireUser(auth, c);
    const codes = await replaceRecoveryCodes(auth, signedIn, describeClient(c));
    return c.json({ codes });
  };
}
