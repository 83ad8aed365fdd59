import {
  optionalPhoneNumber,
  optionalText,
  withoutCardSecret,
} from '../../../lib/optional-fields.ts';
import { z } from '../../../lib/zod.ts';
import { isPictureAddress, webAddressOf } from './web-address.ts';
import { m } from '../../../paraglide/messages.js';

/** The company columns of the profile. All are optional; empty values are stored as null. */
export const companySchema = z.object({
  full_name: optionalText.check(withoutCardSecret(m.account_contact_name())),
  company_name: optionalText.check(withoutCardSecret(m.account_company_name_2())),
  company_registration_number: optionalText.check(
    withoutCardSecret(m.account_registration_number_2()),
  ),
  company_address: optionalText.check(withoutCardSecret(m.account_company_address_2())),
  company_phone: optionalPhoneNumber,
  company_website: optionalText.check(
    z.refine(
      (text) => text === null || webAddressOf(text) !== null,
      m.account_enter_a_web_address(),
    ),
    withoutCardSecret('website'),
  ),
  avatar_url: optionalText.check(
    z.refine(
      (text) => text === null || isPictureAddress(text),
      m.common_enter_link_that_starts_with_https(),
    ),
    withoutCardSecret(m.account_logo_url()),
  ),
});
