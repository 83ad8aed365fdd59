import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { TextField } from '../../components/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { Form } from '../../components/ui/form.tsx';
import type { Profile } from '../../session/profile.ts';
import { useSaveProfile } from '../../session/use-save-profile.ts';
import { updateCompanyProfile } from './api.ts';
import {
  COMPANY_MAX_LENGTHS,
  companySchema,
  toCompanyChanges,
  toCompanyValues,
  type CompanyValues,
} from './company.schema.ts';

interface EditCompanyFormProps {
  profile: Profile;
  onClose: () => void;
}

/** The form of the Edit Company dialog; a failure keeps it open with what was typed. */
export function EditCompanyForm({ profile, onClose }: EditCompanyFormProps) {
  const { isSaving, save } = useSaveProfile(updateCompanyProfile, 'Company Profile Updated');
  const form = useForm<CompanyValues>({
    resolver: zodResolver(companySchema),
    defaultValues: toCompanyValues(profile),
  });
  const { control } = form;

  async function submit(values: CompanyValues) {
    if (await save(toCompanyChanges(values))) onClose();
  }

  return (
    <Form {...form}>
      <form
        noValidate
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
          <TextField
            control={control}
            name="companyName"
            label="Company name"
            className="sm:col-span-2"
            required={false}
            autoComplete="organization"
            maxLength={COMPANY_MAX_LENGTHS.companyName}
          />
          <TextField
            control={control}
            name="registrationNumber"
            label="Registration number"
            required={false}
            maxLength={COMPANY_MAX_LENGTHS.registrationNumber}
          />
          <TextField
            control={control}
            name="phone"
            label="Company phone"
            required={false}
            type="tel"
            autoComplete="tel"
            maxLength={COMPANY_MAX_LENGTHS.phone}
          />
          <TextField
            control={control}
            name="address"
            label="Company address"
            className="sm:col-span-2"
            required={false}
            autoComplete="street-address"
            maxLength={COMPANY_MAX_LENGTHS.address}
          />
          <TextField
            control={control}
            name="website"
            label="Website"
            className="sm:col-span-2"
            required={false}
            inputMode="url"
            autoComplete="url"
            maxLength={COMPANY_MAX_LENGTHS.website}
          />
          <TextField
            control={control}
            name="fullName"
            label="Contact name"
            required={false}
            autoComplete="name"
            maxLength={COMPANY_MAX_LENGTHS.fullName}
          />
          <TextField
            control={control}
            name="avatarUrl"
            label="Logo address"
            required={false}
            inputMode="url"
            hint="A picture on the web, https://…"
            maxLength={COMPANY_MAX_LENGTHS.avatarUrl}
          />
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isSaving}>
            {isSaving ? 'Saving...' : 'Save Changes'}
          </Button>
        </DialogFooter>
      </form>
    </Form>
  );
}
