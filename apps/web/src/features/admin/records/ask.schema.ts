import { withoutCardSecret } from '../../../lib/optional-fields.ts';
import { z } from '../../../lib/zod.ts';
import { m } from '../../../paraglide/messages.js';
import { QUESTION_MAX_LENGTH } from './limits.ts';

export const askSchema = z.object({
  question: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, m.again_ask_enter_question()),
      z.maxLength(QUESTION_MAX_LENGTH),
      withoutCardSecret(m.again_ask_question()),
    ),
});

export type AskValues = z.input<typeof askSchema>;
