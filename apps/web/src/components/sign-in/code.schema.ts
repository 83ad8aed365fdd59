import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';

/** The number of digits of a one-time code. */
export const CODE_LENGTH = 6;

/** A one-time code without the characters that users type between its digits. */
export const codeSchema = z.object({
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => typed.replace(/[\s-]/g, '')),
    ),
    z.string().check(z.regex(/^\d{6}$/, m.ui_enter_length_digit_code({ length: CODE_LENGTH }))),
  ),
});

export const recoveryCodeSchema = z.object({
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => typed.trim()),
    ),
    z.string().check(z.minLength(1, m.ui_enter_one_your_recovery_codes())),
  ),
});

export type CodeValues = z.input<typeof codeSchema>;
