import {
  optionalDateOfBirth,
  optionalPhoneNumber,
  optionalText,
  withoutCardSecret,
} from '../../../lib/optional-fields.ts';
import { z } from '../../../lib/zod.ts';

/** The personal columns of the profile. All are optional; empty values are stored as null. */
export const profileSchema = z.object({
  full_name: optionalText.check(withoutCardSecret('full name')),
  phone_number: optionalPhoneNumber,
  date_of_birth: optionalDateOfBirth,
  street_address: optionalText.check(withoutCardSecret('street address')),
  city: optionalText.check(withoutCardSecret('city')),
  postal_code: optionalText.check(withoutCardSecret('postal code')),
  country: optionalText,
});
