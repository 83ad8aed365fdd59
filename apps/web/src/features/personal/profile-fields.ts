import { EARLIEST_DATE_OF_BIRTH } from '@beaconpay/domain';
import { localToday } from '../../lib/date-of-birth.ts';
import type { ProfileField } from '../../session/edit-profile-form.tsx';

/** The fields of the Edit Profile dialog, no longer than the database takes. */
export function profileFields(): ProfileField[] {
  return [
    {
      name: 'full_name',
      label: 'Full name',
      className: 'sm:col-span-2',
      autoComplete: 'name',
      maxLength: 200,
    },
    {
      name: 'phone_number',
      label: 'Phone number',
      type: 'tel',
      autoComplete: 'tel',
      maxLength: 40,
      checksWhenLeft: true,
    },
    {
      name: 'date_of_birth',
      label: 'Date of birth',
      type: 'date',
      autoComplete: 'bday',
      min: EARLIEST_DATE_OF_BIRTH,
      max: localToday(),
    },
    {
      name: 'street_address',
      label: 'Street address',
      className: 'sm:col-span-2',
      autoComplete: 'street-address',
      maxLength: 300,
    },
    { name: 'city', label: 'City', autoComplete: 'address-level2', maxLength: 120 },
    { name: 'postal_code', label: 'Postal code', autoComplete: 'postal-code', maxLength: 20 },
    { name: 'country', label: 'Country', className: 'sm:col-span-2' },
  ];
}
