import { z } from '../../lib/zod.ts';
import type { Profile } from '../../session/profile.ts';
import { isPictureAddress, webAddressOf } from './web-address.ts';

/** The longest texts the database takes. */
export const COMPANY_MAX_LENGTHS = {
  fullName: 200,
  companyName: 200,
  registrationNumber: 100,
  address: 300,
  phone: 40,
  website: 300,
  avatarUrl: 2048,
} as const;

/** Nothing is required; what is given as an address on the web must be one. */
export const companySchema = z.object({
  fullName: z.string(),
  companyName: z.string(),
  registrationNumber: z.string(),
  address: z.string(),
  phone: z.string(),
  website: z
    .string()
    .check(
      z.refine((text) => text.trim() === '' || webAddressOf(text) !== null, 'Enter a web address.'),
    ),
  avatarUrl: z.string().check(
    z.trim(),
    z.refine(
      (text) => text === '' || isPictureAddress(text),
      'Enter an address that begins with https://.',
    ),
  ),
});

export type CompanyValues = z.infer<typeof companySchema>;

export type CompanyChanges = Pick<
  Profile,
  | 'full_name'
  | 'company_name'
  | 'company_registration_number'
  | 'company_address'
  | 'company_phone'
  | 'company_website'
  | 'avatar_url'
>;

/** The stored company as the form shows it: what is missing is empty. */
export function toCompanyValues(profile: CompanyChanges): CompanyValues {
  return {
    fullName: profile.full_name ?? '',
    companyName: profile.company_name ?? '',
    registrationNumber: profile.company_registration_number ?? '',
    address: profile.company_address ?? '',
    phone: profile.company_phone ?? '',
    website: profile.company_website ?? '',
    avatarUrl: profile.avatar_url ?? '',
  };
}

/** The form as it is stored: what is empty is null. */
export function toCompanyChanges(values: CompanyValues): CompanyChanges {
  return {
    full_name: filledOrNull(values.fullName),
    company_name: filledOrNull(values.companyName),
    company_registration_number: filledOrNull(values.registrationNumber),
    company_address: filledOrNull(values.address),
    company_phone: filledOrNull(values.phone),
    company_website: filledOrNull(values.website),
    avatar_url: filledOrNull(values.avatarUrl),
  };
}

function filledOrNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}
