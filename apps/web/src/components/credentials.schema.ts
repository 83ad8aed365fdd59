import { z } from '../lib/zod.ts';

/** What somebody logs in with. */
export const credentialsSchema = z.object({
  email: z.email({
    error: ({ input }) => (input === '' ? 'Email is required.' : 'Enter a valid email address.'),
  }),
  password: z.string().check(z.minLength(1, 'Password is required.')),
});

export type Credentials = z.infer<typeof credentialsSchema>;
