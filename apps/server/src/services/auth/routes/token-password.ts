import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { normalizeEmail } from '../accounts/email-address.ts';
import { authErrors } from '../errors.ts';
import { describeClient } from './describe-client.ts';
import { findPasswordHolder } from '../passwords/password-holder.ts';
import { optionalText, readBody } from './request-body.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { openSession } from '../sessions/sessions.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: z
    .string()
    .nullish()
    .transform((password) => password ?? ''),
});

/**
 * POST /token?grant_type=password: two round trips and one hash, and the same
 * work for an address that nobody has.
 */
export async function grantByPassword(
  auth: AuthContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const { email, phone, password } = await readBody(c, bodySchema);
  if (email !== undefined && phone !== undefined) {
    throw authErrors.validationFailed(
      'Only an email address or phone number should be provided on login.',
    );
  }
  if (phone !== undefined) throw authErrors.phoneDisabled();
  if (email === undefined) throw authErrors.validationFailed('missing email or phone');

  const now = auth.clock.now();
  const holder = await findPasswordHolder(auth.sql, normalizeEmail(email), now);
  const verifiedHash = holder?.hash ?? null;
  const { matches, isOutdated } = await auth.passwords.verify(password, verifiedHash);
  if (holder === null || verifiedHash === null || !matches) throw authErrors.invalidCredentials();
  if (holder.is_banned) throw authErrors.userBanned();
  if (!holder.is_confirmed) throw authErrors.emailNotConfirmed();
  const session = await openSession(auth.sql, {
    userId: holder.id,
    method: 'password',
    client: describeClient(c),
    now,
    verifiedHash,
    newHash: isOutdated ? await auth.passwords.hash(password) : null,
  });
  if (session === null) throw authErrors.invalidCredentials();
  return c.json(await createSessionResponse(auth, session));
}
