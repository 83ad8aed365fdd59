import { isEmailAddress } from '../../lib/email-address.ts';
import { optionalText, withoutCardSecret } from '../../lib/optional-fields.ts';
import { z } from '../../lib/zod.ts';

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
    z.refine((text) => text === null || isContactEmail(text), 'Enter a valid email address.'),
    withoutCardSecret('support email'),
  ),
  phone: optionalText.check(
    z.refine(
      (text) => text === null || E164.test(text.replace(PHONE_MARKS, '')),
      'Enter the number with its country code, such as +1 555 010 0199.',
    ),
    withoutCardSecret('support phone'),
  ),
  url: optionalText.check(
    z.refine(
      (text) => text === null || HTTPS_ADDRESS.test(text),
      'Enter a link that starts with https://.',
    ),
    withoutCardSecret('support page'),
  ),
});

export type SupportContactValues = z.input<typeof supportContactSchema>;
