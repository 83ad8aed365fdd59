import {
  optionalDateOfBirth,
  optionalPhoneNumber,
  optionalText,
  withoutCardSecret,
} from '../../../lib/optional-fields.ts';
import { z } from '../../../lib/zod.ts';
import { m } from '../../../paraglide/messages.js';

/** The personal columns of the profile. All are optional; empty values are stored as null. */
export const profileSchema = z.object({
  full_name: optionalText.check(withoutCardSecret(m.common_full_name_2())),
  phone_number: optionalPhoneNumber,
  date_of_birth: optionalDateOfBirth,
  street_address: optionalText.check(withoutCardSecret(m.common_street_address_2())),
  city: optionalText.check(withoutCardSecret('city')),
  postal_code: optionalText.check(withoutCardSecret(m.common_postal_code_2())),
  country: optionalText,
});
