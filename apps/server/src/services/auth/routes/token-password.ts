import { z } from 'zod';
import { normalizeEmail } from '../accounts/email-address.ts';
import { authErrors } from '../errors.ts';
import { signInWithPassword } from '../passwords/sign-in-with-password.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { describeClient, signalOf } from './describe-client.ts';
import { optionalText, readBody } from './request-body.ts';
import type { Route } from './route.ts';
import { phoneOf } from './text-channel.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: z
    .string()
    .nullish()
    .transform((password) => password ?? ''),
});

/** POST /token?grant_type=password */
export const grantByPassword: Route = async (auth, c) => {
  const { email, phone, password } = await readBody(c, bodySchema);
  if (email !== undefined && phone !== undefined) {
    throw authErrors.validationFailed(
      'Only an email address or phone number should be provided on login.',
    );
  }
  if (email === undefined && phone === undefined) {
    throw authErrors.validationFailed('missing email or phone');
  }
  const session = await signInWithPassword(auth, {
    address:
      email === undefined
        ? { kind: 'phone', value: phoneOf(auth, phone ?? '') }
        : { kind: 'email', value: normalizeEmail(email) },
    password,
    client: describeClient(c),
    signal: signalOf(c),
  });
  const weakness = await auth.passwordPolicy.findWeakness(password);
  return c.json({
    ...(await createSessionResponse(auth, session)),
    ...(weakness === null ? {} : { weak_password: weakness }),
  });
};
