import { z } from '../../lib/zod.ts';

/** The number of digits of a one-time code. */
export const CODE_LENGTH = 6;

/** A one-time code without the characters that users type between its digits. */
export const codeSchema = z.object({
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => typed.replace(/[\s-]/g, '')),
    ),
    z.string().check(z.regex(/^\d{6}$/, `Enter the ${CODE_LENGTH}-digit code.`)),
  ),
});

export const recoveryCodeSchema = z.object({
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => typed.trim()),
    ),
    z.string().check(z.minLength(1, 'Enter one of your recovery codes.')),
  ),
});

export type CodeValues = z.input<typeof codeSchema>;
