import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { describeClient } from '../client-details.ts';
import { normalizeEmail } from '../email-address.ts';
import { authErrors } from '../errors.ts';
import { optionalText, readBody } from '../request-body.ts';
import { createSessionResponse } from '../session-response.ts';
import { openSession } from '../sessions.ts';
import { isBanned, isEmailConfirmed } from '../user-row.ts';
import { findUserByEmail } from '../users.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: z
    .string()
    .nullish()
    .transform((password) => password ?? ''),
});

/**
 * POST /token?grant_type=password: two statements and one hash, and the same
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

  const user = await findUserByEmail(auth.sql, normalizeEmail(email));
  const storedHash = user?.encrypted_password ?? null;
  const { matches, isOutdated } = await auth.passwords.verify(password, storedHash);
  if (user === null || storedHash === null || !matches) throw authErrors.invalidCredentials();

  const now = auth.clock.now();
  if (isBanned(user, now)) throw authErrors.userBanned();
  if (!isEmailConfirmed(user)) throw authErrors.emailNotConfirmed();
  const session = await openSession(auth.sql, {
    userId: user.id,
    method: 'password',
    client: describeClient(c),
    now,
    verifiedHash: storedHash,
    newHash: isOutdated ? await auth.passwords.hash(password) : null,
  });
  if (session === null) throw authErrors.invalidCredentials();
  return c.json(await createSessionResponse(auth, session));
}
