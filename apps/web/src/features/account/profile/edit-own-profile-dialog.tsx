import { EARLIEST_DATE_OF_BIRTH } from '@beaconpay/domain';
import { localToday } from '../../../lib/date-of-birth.ts';
import { avatarLetters } from '../../../session/avatar-letters.ts';
import { EditProfileDialog, type ProfileField } from './edit-profile-dialog.tsx';
import type { Profile } from '../../../session/profile.ts';

const loadSchema = () => import('./profile.schema.ts').then(({ profileSchema }) => profileSchema);

interface EditOwnProfileDialogProps {
  profile: Profile;
  email: string | undefined;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Edits the personal details of the profile. */
export default function EditOwnProfileDialog({
  profile,
  email,
  ...state
}: EditOwnProfileDialogProps) {
  return (
    <EditProfileDialog
      title="Edit Profile"
      savedTitle="Profile Updated"
      profile={profile}
      loadSchema={loadSchema}
      fields={profileFields()}
      picture={{ label: 'Picture', letters: avatarLetters(profile.full_name, email) }}
      {...state}
    />
  );
}

/** The fields of the Edit Profile dialog, with the maximum lengths of the database. */
function profileFields(): ProfileField[] {
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
