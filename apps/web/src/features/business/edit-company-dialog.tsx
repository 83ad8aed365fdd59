import { EditProfileDialog } from '../../session/edit-profile-dialog.tsx';
import type { Profile } from '../../session/profile.ts';
import { companyFields } from './company-fields.ts';

const loadSchema = () => import('./company.schema.ts').then(({ companySchema }) => companySchema);

interface EditCompanyDialogProps {
  profile: Profile;
  /** What stands in for the logo. */
  letters: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Changes what is stored about the company. */
export default function EditCompanyDialog({ profile, letters, ...state }: EditCompanyDialogProps) {
  return (
    <EditProfileDialog
      title="Edit Company"
      savedTitle="Company Profile Updated"
      profile={profile}
      loadSchema={loadSchema}
      fields={companyFields}
      picture={{ label: 'Logo', letters }}
      {...state}
    />
  );
}
