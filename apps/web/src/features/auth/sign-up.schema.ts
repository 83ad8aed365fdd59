import { PASSWORD_MIN_LENGTH, SIGN_UP_ACCOUNT_TYPES } from '@beaconpay/domain';
import { credentialsSchema } from '../../components/sign-in/credentials.schema.ts';
import {
  optionalDateOfBirth,
  optionalPhoneNumber,
  optionalText,
  withoutCardSecret,
} from '../../lib/optional-fields.ts';
import { z } from '../../lib/zod.ts';

/**
 * The credentials and the details of a new account; empty details become null. The rules match the
 * backend's, so that a field shows the error before the backend rejects the value.
 */
export const signUpSchema = z.pipe(
  z.object({
    full_name: z
      .string()
      .check(z.trim(), z.minLength(1, 'Full name is required.'), withoutCardSecret('full name')),
    ...credentialsSchema.shape,
    password: z
      .string()
      .check(
        z.minLength(1, { error: 'Password is required.', abort: true }),
        z.minLength(PASSWORD_MIN_LENGTH, `Use at least ${PASSWORD_MIN_LENGTH} characters.`),
      ),
    account_type: z.enum(SIGN_UP_ACCOUNT_TYPES),
    phone_number: optionalPhoneNumber.check(withoutCardSecret('phone number')),
    date_of_birth: optionalDateOfBirth,
    street_address: optionalText.check(withoutCardSecret('street address')),
    city: optionalText.check(withoutCardSecret('city')),
    postal_code: optionalText.check(withoutCardSecret('postal code')),
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
