import { EditProfileDialog, type ProfileField } from '../profile/edit-profile-dialog.tsx';
import type { Profile } from '../../../session/profile.ts';

const loadSchema = () => import('./company.schema.ts').then(({ companySchema }) => companySchema);

/** The fields of the Edit Company dialog, with the maximum lengths of the database. */
const companyFields: readonly ProfileField[] = [
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

interface EditCompanyDialogProps {
  profile: Profile;
  /** Shown without a logo. */
  letters: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Edits the company details of the profile. */
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
