import { withoutCardSecret } from '../../../lib/optional-fields.ts';
import { z } from '../../../lib/zod.ts';
import { m } from '../../../paraglide/messages.js';

// The database has the same limit (public.record_views).
export const VIEW_NAME_MAX_LENGTH = 80;

export const savedViewSchema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, m.records_enter_view_name()),
      z.maxLength(VIEW_NAME_MAX_LENGTH),
      withoutCardSecret(m.records_view_name()),
    ),
  isShared: z.boolean(),
});

export type SavedViewValues = z.input<typeof savedViewSchema>;
