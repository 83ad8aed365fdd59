import { z } from '../../../lib/zod.ts';

/** The server's limit. */
const MAX_NAME_LENGTH = 120;

export const passkeyNameSchema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name.'),
      z.maxLength(MAX_NAME_LENGTH, `Use ${String(MAX_NAME_LENGTH)} characters or fewer.`),
    ),
});

export type PasskeyNameValues = z.infer<typeof passkeyNameSchema>;
