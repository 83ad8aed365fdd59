import { z } from 'zod';
import { verifyRecoveryCode } from '../factors/recovery-codes.ts';
import { limitRequests } from '../rate-limits.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { readBody } from './request-body.ts';
import type { Route } from './route.ts';

const bodySchema = z.object({ code: z.string().min(1).max(200) });

/**
 * POST /factors/recovery-codes/verify, with the response of POST /factors/:id/verify. Supabase Auth does not
 * have it.
 */
export const recoveryCodesVerifyRoute: Route = async (auth, c) => {
  const client = describeClient(c);
  await limitRequests(auth.limits.mfa, client.limitKey);
  const signedIn = await requireUser(auth, c);
  const { code } = await readBody(c, bodySchema);
  const session = await verifyRecoveryCode(auth, signedIn, code, client);
  return c.json(await createSessionResponse(auth, session));
};
