import { EARLIEST_DATE_OF_BIRTH, isDateOfBirth } from '@beaconpay/domain';
import { z } from '../../lib/zod.ts';
import type { Profile } from '../../session/profile.ts';

/** The longest texts the database takes. */
export const PROFILE_MAX_LENGTHS = {
  fullName: 200,
  phoneNumber: 40,
  streetAddress: 300,
  city: 120,
  postalCode: 20,
} as const;

export const DATE_OF_BIRTH_MESSAGE = `Enter a date between ${EARLIEST_DATE_OF_BIRTH.slice(0, 4)} and today.`;

/** Nothing is required. */
export const profileSchema = z.object({
  fullName: z.string(),
  phoneNumber: z.string(),
  dateOfBirth: z
    .string()
    .check(
      z.refine((date) => date === '' || isDateOfBirth(date, localToday()), DATE_OF_BIRTH_MESSAGE),
    ),
  streetAddress: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

export type ProfileValues = z.infer<typeof profileSchema>;

export type ProfileChanges = Pick<
  Profile,
  | 'full_name'
  | 'phone_number'
  | 'date_of_birth'
  | 'street_address'
  | 'city'
  | 'postal_code'
  | 'country'
>;

/** Today in the reader's zone, as YYYY-MM-DD. */
export function localToday(): string {
  const now = new Date();
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

/** The stored profile as the form shows it: what is missing is empty. */
export function toProfileValues(profile: ProfileChanges): ProfileValues {
  return {
    fullName: profile.full_name ?? '',
    phoneNumber: profile.phone_number ?? '',
    dateOfBirth: profile.date_of_birth ?? '',
    streetAddress: profile.street_address ?? '',
    city: profile.city ?? '',
    postalCode: profile.postal_code ?? '',
    country: profile.country ?? '',
  };
}

/** The form as it is stored: what is empty is null, the date of birth above all. */
export function toProfileChanges(values: ProfileValues): ProfileChanges {
  return {
    full_name: filledOrNull(values.fullName),
    phone_number: filledOrNull(values.phoneNumber),
    date_of_birth: filledOrNull(values.dateOfBirth),
    street_address: filledOrNull(values.streetAddress),
    city: filledOrNull(values.city),
    postal_code: filledOrNull(values.postalCode),
    country: filledOrNull(values.country),
  };
}

function filledOrNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}
