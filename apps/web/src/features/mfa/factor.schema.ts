import { z } from '../../lib/zod.ts';

/** The server keeps more, but nobody reads it in a list. */
const MAX_NAME_LENGTH = 60;

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter a name.'),
    z.maxLength(MAX_NAME_LENGTH, `Use ${String(MAX_NAME_LENGTH)} characters or fewer.`),
  );

/** A number as it is dialled from abroad; what people type between its digits is no part of it. */
const phone = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => typed.replace(/[\s().-]/g, '')),
  ),
  z
    .string()
    .check(
      z.regex(
        /^\+[1-9]\d{6,14}$/,
        'Enter the number with its country code, such as +44 7700 900123.',
      ),
    ),
);

/** What somebody wants to verify with, and what it is called. Only a phone's number matters. */
export const factorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('totp'), name, phone: z.string() }),
  z.object({ kind: z.literal('webauthn'), name, phone: z.string() }),
  z.object({ kind: z.literal('phone'), name, phone }),
]);

export type FactorRequest = z.output<typeof factorSchema>;
