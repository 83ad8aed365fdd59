import { emailAddress } from '../../lib/email-address.ts';
import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';

/** The email and the password of a log-in. */
export const credentialsSchema = z.object({
  email: emailAddress,
  password: z.string().check(z.minLength(1, m.common_password_is_required())),
});

export type Credentials = z.infer<typeof credentialsSchema>;
