import { emailAddress } from '../../lib/email-address.ts';
import { z } from '../../lib/zod.ts';

export const emailSchema = z.object({ email: emailAddress });
export type EmailValues = z.infer<typeof emailSchema>;
