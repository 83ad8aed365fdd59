import {
  optionalPhoneNumber,
  optionalText,
  withoutCardSecret,
} from '../../../lib/optional-fields.ts';
import { z } from '../../../lib/zod.ts';
import { isPictureAddress, webAddressOf } from './web-address.ts';

/** The company columns of the profile. All are optional; empty values are stored as null. */
export const companySchema = z.object({
  full_name: optionalText.check(withoutCardSecret('contact name')),
  company_name: optionalText.check(withoutCardSecret('company name')),
  company_registration_number: optionalText.check(withoutCardSecret('registration number')),
  company_address: optionalText.check(withoutCardSecret('company address')),
  company_phone: optionalPhoneNumber,
  company_website: optionalText.check(
    z.refine((text) => text === null || webAddressOf(text) !== null, 'Enter a web address.'),
    withoutCardSecret('website'),
  ),
  avatar_url: optionalText.check(
    z.refine(
      (text) => text === null || isPictureAddress(text),
      'Enter a link that starts with https://.',
    ),
    withoutCardSecret('logo URL'),
  ),
});
