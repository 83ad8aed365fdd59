import { isEmailAddress } from '../../lib/email-address.ts';
import { optionalText, withoutCardSecret } from '../../lib/optional-fields.ts';
import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';

/** The support contact. Null for an empty field. */
export interface SupportContact {
  email: string | null;
  phone: string | null;
  url: string | null;
}

// The database has the same rule (private.prepare_support_contact).
const EMAIL_WITH_DOMAIN = /@[^.]+\..+$/;
const PHONE_MARKS = /[ ()./-]/g;
const E164 = /^\+[1-9][0-9]{6,14}$/;
const HTTPS_ADDRESS = /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]{1,5})?([/?#][^\s\p{Cc}\\]*)?$/iu;

const isContactEmail = (text: string) => isEmailAddress(text) && EMAIL_WITH_DOMAIN.test(text);

export const supportContactSchema = z.object({
  email: optionalText.check(
    z.refine((text) => text === null || isContactEmail(text), m.common_enter_valid_email_address()),
    withoutCardSecret(m.support_contact_support_email()),
  ),
  phone: optionalText.check(
    z.refine(
      (text) => text === null || E164.test(text.replace(PHONE_MARKS, '')),
      m.support_contact_enter_number_with_its_country_code_such(),
    ),
    withoutCardSecret(m.support_contact_support_phone()),
  ),
  url: optionalText.check(
    z.refine(
      (text) => text === null || HTTPS_ADDRESS.test(text),
      m.common_enter_link_that_starts_with_https(),
    ),
    withoutCardSecret(m.support_contact_support_page()),
  ),
});

export type SupportContactValues = z.input<typeof supportContactSchema>;
