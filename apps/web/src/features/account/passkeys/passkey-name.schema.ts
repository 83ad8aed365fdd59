import { z } from '../../../lib/zod.ts';
import { m } from '../../../paraglide/messages.js';

/** The server's limit. */
const MAX_NAME_LENGTH = 120;

export const passkeyNameSchema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, m.common_enter_a_name()),
      z.maxLength(
        MAX_NAME_LENGTH,
        m.account_use_max_characters_or_fewer({ max: String(MAX_NAME_LENGTH) }),
      ),
    ),
});

export type PasskeyNameValues = z.infer<typeof passkeyNameSchema>;
