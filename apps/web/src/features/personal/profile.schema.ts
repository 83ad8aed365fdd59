import { optionalDateOfBirth } from '../../lib/date-of-birth.ts';
import { optionalPhoneNumber } from '../../lib/optional-phone-number.ts';
import { optionalText } from '../../lib/optional-text.ts';
import { z } from '../../lib/zod.ts';

/** The person's columns of the profile. Nothing is required; what is empty is stored as null. */
export const profileSchema = z.object({
  full_name: optionalText,
  phone_number: optionalPhoneNumber,
  date_of_birth: optionalDateOfBirth,
  street_address: optionalText,
  city: optionalText,
  postal_code: optionalText,
  country: optionalText,
});
