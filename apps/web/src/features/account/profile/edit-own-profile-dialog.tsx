import { EARLIEST_DATE_OF_BIRTH } from '@beaconpay/domain';
import { localToday } from '../../../lib/date-of-birth.ts';
import { avatarLetters } from '../../../session/avatar-letters.ts';
import { EditProfileDialog, type ProfileField } from './edit-profile-dialog.tsx';
import type { Profile } from '../../../session/profile.ts';
import { m } from '../../../paraglide/messages.js';

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
      title={m.account_edit_profile()}
      savedTitle={m.account_profile_updated()}
      profile={profile}
      loadSchema={loadSchema}
      fields={profileFields()}
      picture={{ label: m.account_picture(), letters: avatarLetters(profile.full_name, email) }}
      {...state}
    />
  );
}

/** The fields of the Edit Profile dialog, with the maximum lengths of the database. */
function profileFields(): ProfileField[] {
  return [
    {
      name: 'full_name',
      label: m.common_full_name(),
      className: 'sm:col-span-2',
      autoComplete: 'name',
      maxLength: 200,
    },
    {
      name: 'phone_number',
      label: m.common_phone_number(),
      type: 'tel',
      autoComplete: 'tel',
      maxLength: 40,
      checksWhenLeft: true,
    },
    {
      name: 'date_of_birth',
      label: m.common_date_of_birth(),
      type: 'date',
      autoComplete: 'bday',
      min: EARLIEST_DATE_OF_BIRTH,
      max: localToday(),
    },
    {
      name: 'street_address',
      label: m.common_street_address(),
      className: 'sm:col-span-2',
      autoComplete: 'street-address',
      maxLength: 300,
    },
    { name: 'city', label: m.common_city(), autoComplete: 'address-level2', maxLength: 120 },
    {
      name: 'postal_code',
      label: m.common_postal_code(),
      autoComplete: 'postal-code',
      maxLength: 20,
    },
    { name: 'country', label: m.common_country(), className: 'sm:col-span-2' },
  ];
}
