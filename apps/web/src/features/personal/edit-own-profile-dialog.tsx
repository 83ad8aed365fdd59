import { avatarLetters } from '../../session/avatar-letters.ts';
import { EditProfileDialog } from '../../session/edit-profile-dialog.tsx';
import type { Profile } from '../../session/profile.ts';
import { profileFields } from './profile-fields.ts';

const loadSchema = () => import('./profile.schema.ts').then(({ profileSchema }) => profileSchema);

interface EditOwnProfileDialogProps {
  profile: Profile;
  email: string | undefined;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Changes what is stored about the person. */
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
