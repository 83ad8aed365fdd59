import { z } from './zod.ts';

/** A text one may leave empty: trimmed, and null where nothing is left of it. */
export const optionalText = z.pipe(
  z.string(),
  z.transform((text): string | null => text.trim() || null),
);
