import { PASSWORD_MIN_LENGTH, SIGN_UP_ACCOUNT_TYPES } from '@beaconpay/domain';
import { credentialsSchema } from '../../components/sign-in/credentials.schema.ts';
import {
  optionalDateOfBirth,
  optionalPhoneNumber,
  optionalText,
  withoutCardSecret,
} from '../../lib/optional-fields.ts';
import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';

/**
 * The credentials and the details of a new account; empty details become null. The rules match the
 * backend's, so that a field shows the error before the backend rejects the value.
 */
export const signUpSchema = z.pipe(
  z.object({
    full_name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, m.auth_full_name_is_required()),
        withoutCardSecret(m.common_full_name_2()),
      ),
    ...credentialsSchema.shape,
    password: z
      .string()
      .check(
        z.minLength(1, { error: m.common_password_is_required(), abort: true }),
        z.minLength(
          PASSWORD_MIN_LENGTH,
          m.auth_use_at_least_min_characters({ min: PASSWORD_MIN_LENGTH }),
        ),
      ),
    account_type: z.enum(SIGN_UP_ACCOUNT_TYPES),
    phone_number: optionalPhoneNumber.check(withoutCardSecret(m.auth_phone_number())),
    date_of_birth: optionalDateOfBirth,
    street_address: optionalText.check(withoutCardSecret(m.common_street_address_2())),
    city: optionalText.check(withoutCardSecret('city')),
    postal_code: optionalText.check(withoutCardSecret(m.common_postal_code_2())),
    country: optionalText.check(withoutCardSecret('country')),
  }),
  z.transform(({ email, password, ...details }) => ({ email, password, details })),
);

export type SignUpValues = z.input<typeof signUpSchema>;
export type SignUpRequest = z.output<typeof signUpSchema>;

export const emptySignUp: SignUpValues = {
  full_name: '',
  email: '',
  password: '',
  account_type: 'personal',
  phone_number: '',
  date_of_birth: '',
  street_address: '',
  city: '',
  postal_code: '',
  country: '',
};
