import { optionalPhoneNumber } from '../../lib/optional-phone-number.ts';
import { optionalText } from '../../lib/optional-text.ts';
import { z } from '../../lib/zod.ts';
import { isPictureAddress, webAddressOf } from './web-address.ts';

/**
 * The company's columns of the profile. Nothing is required, and what is empty is stored as null;
 * what is given as an address on the web must be one.
 */
export const companySchema = z.object({
  full_name: optionalText,
  company_name: optionalText,
  company_registration_number: optionalText,
  company_address: optionalText,
  company_phone: optionalPhoneNumber,
  company_website: optionalText.check(
    z.refine((text) => text === null || webAddressOf(text) !== null, 'Enter a web address.'),
  ),
  avatar_url: optionalText.check(
    z.refine(
      (text) => text === null || isPictureAddress(text),
      'Enter an address that begins with https://.',
    ),
  ),
});
