import { replaceRecoveryCodes } from '../factors/recovery-codes.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import type { Route } from './route.ts';

/** POST /factors/recovery-codes. Supabase Auth does not have it. */
export const recoveryCodesRoute: Route = async (auth, c) => {
  const signedIn = await requireUser(auth, c);
  const codes = await replaceRecoveryCodes(auth, signedIn, describeClient(c));
  return c.json({ codes });
};
