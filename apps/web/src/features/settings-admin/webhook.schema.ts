import { optionalText } from '../../lib/optional-fields.ts';
import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';

// The database has the same rules (private.prepare_back_office_settings).
const HTTPS_ADDRESS = /^https:\/\/[^\]\s\p{Cc}/?#@:\\[]+(:[0-9]{1,5})?([/?#][^\s\p{Cc}\\]*)?$/iu;
const MAX_URL_LENGTH = 2000;
const SECRET_LENGTH = /^.{16,200}$/u;

export const webhookSchema = z.object({
  url: optionalText.check(
    z.refine(
      (url) => url === null || (url.length <= MAX_URL_LENGTH && HTTPS_ADDRESS.test(url)),
      m.review_rule_settings_webhook_url(),
    ),
  ),
  /** Empty: the stored secret stays. */
  secret: z
    .string()
    .check(
      z.refine(
        (secret) => secret === '' || SECRET_LENGTH.test(secret),
        m.review_rule_settings_webhook_secret(),
      ),
    ),
});

export type WebhookValues = z.input<typeof webhookSchema>;
export type WebhookChange = z.output<typeof webhookSchema>;
