import { withoutCardSecret } from '../../../lib/optional-fields.ts';
import { z } from '../../../lib/zod.ts';
import { m } from '../../../paraglide/messages.js';
import { NOTE_MAX_LENGTH } from './limits.ts';

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
