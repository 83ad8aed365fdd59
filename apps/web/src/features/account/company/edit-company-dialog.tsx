import { EditProfileDialog, type ProfileField } from '../profile/edit-profile-dialog.tsx';
import type { Profile } from '../../../session/profile.ts';
import { m } from '../../../paraglide/messages.js';

const loadSchema = () => import('./company.schema.ts').then(({ companySchema }) => companySchema);

/** The fields of the Edit Company dialog, with the maximum lengths of the database. */
const companyFields: readonly ProfileField[] = [
  {
    name: 'company_name',
    label: m.account_company_name(),
    className: 'sm:col-span-2',
    autoComplete: 'organization',
    maxLength: 200,
  },
  { name: 'company_registration_number', label: m.account_registration_number(), maxLength: 100 },
  {
    name: 'company_phone',
    label: m.account_company_phone(),
    type: 'tel',
    autoComplete: 'tel',
    maxLength: 40,
    checksWhenLeft: true,
  },
  {
    name: 'company_address',
    label: m.account_company_address(),
    className: 'sm:col-span-2',
    autoComplete: 'street-address',
    maxLength: 300,
  },
  {
    name: 'company_website',
    label: m.account_website(),
    className: 'sm:col-span-2',
    inputMode: 'url',
    autoComplete: 'url',
    maxLength: 300,
  },
  { name: 'full_name', label: m.account_contact_name_2(), autoComplete: 'name', maxLength: 200 },
  {
    name: 'avatar_url',
    label: m.account_logo_url_2(),
    inputMode: 'url',
    hint: m.account_link_to_image_starting_with_https(),
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
      title={m.account_edit_company()}
      savedTitle={m.account_company_profile_updated()}
      profile={profile}
      loadSchema={loadSchema}
      fields={companyFields}
      picture={{ label: m.account_logo(), letters }}
      {...state}
    />
  );
}
