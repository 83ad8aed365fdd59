import { withoutCardSecret } from '../../../lib/optional-fields.ts';
import { z } from '../../../lib/zod.ts';
import { m } from '../../../paraglide/messages.js';
import type { Administrator } from './record-api.ts';

// The database has the same limit (public.record_notes).
export const NOTE_MAX_LENGTH = 2000;

export const noteSchema = z.object({
  body: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, m.record_enter_note()),
      z.maxLength(NOTE_MAX_LENGTH),
      withoutCardSecret(m.record_note()),
    ),
});

export type NoteValues = z.input<typeof noteSchema>;

/** The administrators whose address stands in the text after an @: "@ada@example.com". */
export function findMentions(body: string, administrators: readonly Administrator[]): string[] {
  const words = body
    .toLowerCase()
    .split(/[\s,;:()]+/)
    .map((word) => word.replace(/[.!?]+$/, ''));
  return administrators
    .filter(({ email }) => words.includes(`@${email.toLowerCase()}`))
    .map(({ id }) => id);
}
