import { emailAddress } from '../../lib/email-address.ts';
import { z } from '../../lib/zod.ts';

/** The email and the password of a log-in. */
export const credentialsSchema = z.object({
  email: emailAddress,
  password: z.string().check(z.minLength(1, 'Password is required.')),
});

export type Credentials = z.infer<typeof credentialsSchema>;
