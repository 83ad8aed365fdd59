import { CODE_LENGTH } from './code-length.ts';
import { z } from '../../lib/zod.ts';

/** A code without the characters that users type between its digits. */
export const codeSchema = z.object({
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => typed.replace(/[\s-]/g, '')),
    ),
    z.string().check(z.regex(/^\d{6}$/, `Enter the ${CODE_LENGTH}-digit code.`)),
  ),
});
export type CodeValues = z.input<typeof codeSchema>;
