import { COUNTRIES, EARLIEST_DATE_OF_BIRTH } from '@beaconpay/domain';
import { zodResolver } from '@hookform/resolvers/zod';
import type { SubmitEvent } from 'react';
import { useForm } from 'react-hook-form';
import { TextField } from '../../components/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { Form, FormControl, FormField, FormItem, FormLabel } from '../../components/ui/form.tsx';
import { NativeSelect } from '../../components/ui/native-select.tsx';
import type { Profile } from '../../session/profile.ts';
import { useSaveProfile } from '../../session/use-save-profile.ts';
import { updatePersonalProfile } from './api.ts';
import {
  DATE_OF_BIRTH_MESSAGE,
  localToday,
  PROFILE_MAX_LENGTHS,
  profileSchema,
  toProfileChanges,
  toProfileValues,
  type ProfileValues,
} from './profile.schema.ts';

interface EditProfileFormProps {
  profile: Profile;
  onClose: () => void;
}

/** The form of the Edit Profile dialog; a failure keeps it open with what was typed. */
export function EditProfileForm({ profile, onClose }: EditProfileFormProps) {
  const { isSaving, save } = useSaveProfile(updatePersonalProfile, 'Profile Updated');
  const form = useForm<ProfileValues>({
    resolver: zodResolver(profileSchema),
    defaultValues: toProfileValues(profile),
  });

  async function submit(values: ProfileValues) {
    if (await save(toProfileChanges(values))) onClose();
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const dateInput = event.currentTarget.elements.namedItem('dateOfBirth');
    // A half-typed date reads as empty; saving it would quietly erase the stored one.
    if (dateInput instanceof HTMLInputElement && dateInput.validity.badInput) {
      event.preventDefault();
      form.setError('dateOfBirth', { message: DATE_OF_BIRTH_MESSAGE }, { shouldFocus: true });
      return;
    }
    void form.handleSubmit(submit)(event);
  }

  return (
    <Form {...form}>
      <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={onSubmit}>
        <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
          <TextField
            control={form.control}
            name="fullName"
            label="Full name"
            className="sm:col-span-2"
            required={false}
            autoComplete="name"
            maxLength={PROFILE_MAX_LENGTHS.fullName}
          />
          <TextField
            control={form.control}
            name="phoneNumber"
            label="Phone number"
            required={false}
            type="tel"
            autoComplete="tel"
            maxLength={PROFILE_MAX_LENGTHS.phoneNumber}
          />
          <TextField
            control={form.control}
            name="dateOfBirth"
            label="Date of birth"
            required={false}
            type="date"
            autoComplete="bday"
            min={EARLIEST_DATE_OF_BIRTH}
            max={localToday()}
          />
          <TextField
            control={form.control}
            name="streetAddress"
            label="Street address"
            className="sm:col-span-2"
            required={false}
            autoComplete="street-address"
            maxLength={PROFILE_MAX_LENGTHS.streetAddress}
          />
          <TextField
            control={form.control}
            name="city"
            label="City"
            required={false}
            autoComplete="address-level2"
            maxLength={PROFILE_MAX_LENGTHS.city}
          />
          <TextField
            control={form.control}
            name="postalCode"
            label="Postal code"
            required={false}
            autoComplete="postal-code"
            maxLength={PROFILE_MAX_LENGTHS.postalCode}
          />
          <FormField
            control={form.control}
            name="country"
            render={({ field }) => (
              <FormItem className="sm:col-span-2">
                <FormLabel>Country</FormLabel>
                <FormControl>
                  <NativeSelect autoComplete="country-name" {...field}>
                    <option value="">Select a country</option>
                    {countryChoices(profile.country).map(({ id, label }) => (
                      <option key={id} value={id}>
                        {label}
                      </option>
                    ))}
                  </NativeSelect>
                </FormControl>
              </FormItem>
            )}
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

/** The countries to choose from; one stored earlier that is not among them stays a choice. */
function countryChoices(stored: string | null) {
  const isOther = stored !== null && !COUNTRIES.some(({ id }) => id === stored);
  return isOther ? [...COUNTRIES, { id: stored, label: stored }] : COUNTRIES;
}
