import { withoutCardSecret } from '../../lib/optional-fields.ts';
import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';
import { listPlaceholders, REASON_PLACEHOLDERS, unknownPlaceholder } from './placeholders.ts';

// The database has the same limits (public.decision_reasons).
export const REASON_NAME_MAX_LENGTH = 80;
export const REASON_TEXT_MAX_LENGTH = 1000;

const template = z.string().check(
  z.trim(),
  z.maxLength(REASON_TEXT_MAX_LENGTH),
  withoutCardSecret(m.settings_reason_text()),
  z.superRefine((text, context) => {
    const placeholder = unknownPlaceholder(text, REASON_PLACEHOLDERS);
    if (placeholder === null) return;
    context.issues.push({
      code: 'custom',
      message: m.review_rule_reason_placeholder({
        placeholder,
        allowed: listPlaceholders(REASON_PLACEHOLDERS),
      }),
      input: text,
      continue: true,
    });
  }),
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
