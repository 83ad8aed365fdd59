import type { ProfileField } from '../../session/edit-profile-form.tsx';

/** The fields of the Edit Company dialog, no longer than the database takes. */
export const companyFields: readonly ProfileField[] = [
  {
    name: 'company_name',
    label: 'Company name',
    className: 'sm:col-span-2',
    autoComplete: 'organization',
    maxLength: 200,
  },
  { name: 'company_registration_number', label: 'Registration number', maxLength: 100 },
  {
    name: 'company_phone',
    label: 'Company phone',
    type: 'tel',
    autoComplete: 'tel',
    maxLength: 40,
    checksWhenLeft: true,
  },
  {
    name: 'company_address',
    label: 'Company address',
    className: 'sm:col-span-2',
    autoComplete: 'street-address',
    maxLength: 300,
  },
  {
    name: 'company_website',
    label: 'Website',
    className: 'sm:col-span-2',
    inputMode: 'url',
    autoComplete: 'url',
    maxLength: 300,
  },
  { name: 'full_name', label: 'Contact name', autoComplete: 'name', maxLength: 200 },
  {
    name: 'avatar_url',
    label: 'Logo URL',
    inputMode: 'url',
    hint: 'Link to an image, starting with https://',
    maxLength: 2048,
  },
];
