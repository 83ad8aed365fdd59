import { SIGN_UP_ACCOUNT_TYPES } from '@beaconpay/domain';
import { credentialsSchema } from '../../components/credentials.schema.ts';
import { optionalDateOfBirth } from '../../lib/date-of-birth.ts';
import { optionalPhoneNumber } from '../../lib/optional-phone-number.ts';
import { optionalText } from '../../lib/optional-text.ts';
import { z } from '../../lib/zod.ts';

/**
 * A new account: what one signs in with, and what is known of its owner, null where nothing was
 * entered. The length of the password is the backend's to judge; the form only hints at it.
 */
export const signUpSchema = z.pipe(
  z.object({
    full_name: z.string().check(z.trim(), z.minLength(1, 'Full name is required.')),
    ...credentialsSchema.shape,
    account_type: z.enum(SIGN_UP_ACCOUNT_TYPES),
    phone_number: optionalPhoneNumber,
    date_of_birth: optionalDateOfBirth,
    street_address: optionalText,
    city: optionalText,
    postal_code: optionalText,
    country: optionalText,
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
