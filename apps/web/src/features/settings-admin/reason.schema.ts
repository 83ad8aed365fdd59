import { withoutCardSecret } from '../../lib/optional-fields.ts';
import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';
import { withKnownPlaceholders } from './known-placeholders.ts';
import { REASON_TEXT_MAX_LENGTH } from './limits.ts';
import { REASON_PLACEHOLDERS } from './placeholders.ts';

const template = z
  .string()
  .check(
    z.trim(),
    z.maxLength(REASON_TEXT_MAX_LENGTH),
    withoutCardSecret(m.settings_reason_text()),
    withKnownPlaceholders(REASON_PLACEHOLDERS),
  );

export const reasonSchema = z.object({
  decision: z.string(),
  name: z.string().check(z.trim(), z.minLength(1, m.review_rule_reason_name())),
  isActive: z.boolean(),
  texts: z.object({
    en: template.check(z.minLength(1, m.review_rule_reason_texts())),
    de: template,
    fr: template,
    es: template,
    hi: template,
    ar: template,
  }),
});

export type ReasonValues = z.infer<typeof reasonSchema>;
