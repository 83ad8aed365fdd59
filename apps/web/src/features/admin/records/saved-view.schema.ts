import { withoutCardSecret } from '../../../lib/optional-fields.ts';
import { z } from '../../../lib/zod.ts';
import { m } from '../../../paraglide/messages.js';
import { VIEW_NAME_MAX_LENGTH } from './limits.ts';

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
