import { z } from '../../lib/zod.ts';

export const adminLoginSchema = z.object({
  email: z.email({
    error: ({ input }) => (input === '' ? 'Email is required.' : 'Enter a valid email address.'),
  }),
  password: z.string().check(z.minLength(1, 'Password is required.')),
});

export type AdminLoginValues = z.infer<typeof adminLoginSchema>;
