import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';

/** The server allows more, but longer names do not fit the list. */
const MAX_NAME_LENGTH = 60;

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, m.common_enter_a_name()),
    z.maxLength(
      MAX_NAME_LENGTH,
      m.mfa_use_max_characters_or_fewer({ max: String(MAX_NAME_LENGTH) }),
    ),
  );

/** A number with its country code. Spaces, dots, dashes and brackets are removed. */
const phone = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => typed.replace(/[\s().-]/g, '')),
  ),
  z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, m.mfa_enter_number_with_its_country_code_such())),
);

/** The kind and the name of a new factor. Only a phone uses the number. */
export const factorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('totp'), name, phone: z.string() }),
  z.object({ kind: z.literal('webauthn'), name, phone: z.string() }),
  z.object({ kind: z.literal('phone'), name, phone }),
]);

export type FactorRequest = z.output<typeof factorSchema>;
