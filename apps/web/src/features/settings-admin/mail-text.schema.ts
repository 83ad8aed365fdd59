import { withoutCardSecret } from '../../lib/optional-fields.ts';
import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';
import { withKnownPlaceholders } from './known-placeholders.ts';
import { SUBJECT_MAX_LENGTH, BODY_MAX_LENGTH } from './limits.ts';
import { MAIL_PLACEHOLDERS } from './placeholders.ts';

function template(label: string, maxLength: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(1, m.settings_mail_required()),
      z.maxLength(maxLength),
      withoutCardSecret(label),
      withKnownPlaceholders(MAIL_PLACEHOLDERS),
    );
}

export const mailTextSchema = z.object({
  subject: template(m.settings_mail_subject(), SUBJECT_MAX_LENGTH),
  body: template(m.settings_mail_body(), BODY_MAX_LENGTH),
});

export type MailTextValues = z.infer<typeof mailTextSchema>;
