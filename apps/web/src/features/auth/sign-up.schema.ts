import { cardSecretMessage, containsCardSecret, SIGN_UP_ACCOUNT_TYPES } from '@beaconpay/domain';
import { credentialsSchema } from '../../components/credentials.schema.ts';
import { z } from '../../lib/zod.ts';
import type { SignUpRequest } from './api.ts';

/** The auth service can only say that a sign-up failed, so what the database would refuse is told here. */
function withoutCardSecret(label: string) {
  return z.refine((text: string) => !containsCardSecret(text), cardSecretMessage(label));
}

export const signUpSchema = z.object({
  fullName: z
    .string()
    .check(z.trim(), z.minLength(1, 'Full name is required.'), withoutCardSecret('full name')),
  email: credentialsSchema.shape.email,
  // The length is the backend's to judge; the form only hints at it.
  password: credentialsSchema.shape.password,
  accountType: z.enum(SIGN_UP_ACCOUNT_TYPES),
  phoneNumber: z.string().check(withoutCardSecret('phone number')),
  dateOfBirth: z.string(),
  streetAddress: z.string().check(withoutCardSecret('street address')),
  city: z.string().check(withoutCardSecret('city')),
  postalCode: z.string().check(withoutCardSecret('postal code')),
  country: z.string().check(withoutCardSecret('country')),
});

export type SignUpValues = z.infer<typeof signUpSchema>;

export const emptySignUp: SignUpValues = {
  fullName: '',
  email: '',
  password: '',
  accountType: 'personal',
  phoneNumber: '',
  dateOfBirth: '',
  streetAddress: '',
  city: '',
  postalCode: '',
  country: '',
};

/** The form's values as the backend wants them: what was left empty is null. */
export function toSignUpRequest(values: SignUpValues): SignUpRequest {
  return {
    email: values.email,
    password: values.password,
    details: {
      full_name: values.fullName,
      account_type: values.accountType,
      phone_number: filledOrNull(values.phoneNumber),
      date_of_birth: filledOrNull(values.dateOfBirth),
      street_address: filledOrNull(values.streetAddress),
      city: filledOrNull(values.city),
      postal_code: filledOrNull(values.postalCode),
      country: filledOrNull(values.country),
    },
  };
}

function filledOrNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}
