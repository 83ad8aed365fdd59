import { withoutCardSecret } from '../../lib/optional-fields.ts';
import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';
import { listPlaceholders, MAIL_PLACEHOLDERS, unknownPlaceholder } from './placeholders.ts';

// The database has the same limits (private.prepare_mail_text).
export const SUBJECT_MAX_LENGTH = 150;
export const BODY_MAX_LENGTH = 2000;

function template(label: string, maxLength: number) {
  return z.string().check(
    z.trim(),
    z.minLength(1, m.settings_mail_required()),
    z.maxLength(maxLength),
    withoutCardSecret(label),
    z.superRefine((text, context) => {
      const placeholder = unknownPlaceholder(text, MAIL_PLACEHOLDERS);
      if (placeholder === null) return;
      context.issues.push({
        code: 'custom',
        message: m.review_rule_reason_placeholder({
          placeholder,
          allowed: listPlaceholders(MAIL_PLACEHOLDERS),
        }),
        input: text,
        continue: true,
      });
    }),
  );
}

export const mailTextSchema = z.object({
  subject: template(m.settings_mail_subject(), SUBJECT_MAX_LENGTH),
  body: template(m.settings_mail_body(), BODY_MAX_LENGTH),
});

export type MailTextValues = z.infer<typeof mailTextSchema>;
