import { z } from 'zod';
import { authErrors } from '../errors.ts';
import type { KeyResponse } from '../factors/security-key.ts';
import { verifyFactor, type FactorAttempt } from '../factors/verify-factor.ts';
import { limitRequests } from '../rate-limits.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { pathIdOf } from './path-id.ts';
import { authenticationSchema, registrationSchema } from './passkey-request.ts';
import { readBody } from './request-body.ts';
import type { Route } from './route.ts';

const bodySchema = z.object({
  challenge_id: z.guid(),
  code: z.string().min(1).optional(),
  webauthn: z
    .object({
      credential_response: z.union([
        registrationSchema.shape.credential,
        authenticationSchema.shape.credential,
      ]),
    })
    .optional(),
});

function proofOf({ code, webauthn }: z.output<typeof bodySchema>): FactorAttempt['proof'] {
  if (webauthn !== undefined) return { key: webauthn.credential_response as KeyResponse };
  if (code !== undefined) return { code };
  throw authErrors.validationFailed('A code or the response of a security key is required');
}

/** POST /factors/:id/verify */
export const factorsVerifyRoute: Route = async (auth, c) => {
  const client = describeClient(c);
  await limitRequests(auth.limits.mfa, client.limitKey);
  const signedIn = await requireUser(auth, c);
  const factorId = pathIdOf(c, 'id', 'factor_id');
  const body = await readBody(c, bodySchema);
  const attempt = { factorId, challengeId: body.challenge_id, proof: proofOf(body), client };
  const session = await verifyFactor(auth, signedIn, attempt);
  return c.json(await createSessionResponse(auth, session));
};
