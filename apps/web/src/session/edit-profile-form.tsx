import type { ComponentProps, SubmitEvent } from 'react';
import { useForm } from 'react-hook-form';
import { CountryField } from '../components/country-field.tsx';
import { halfTypedDateIn } from '../components/half-typed-date.ts';
import { TextField } from '../components/text-field.tsx';
import { Button } from '../components/ui/button.tsx';
import { DialogBody, DialogFooter } from '../components/ui/dialog.tsx';
import { Form } from '../components/ui/form.tsx';
import { useFormRules } from '../components/ui/use-form-rules.ts';
import { DATE_OF_BIRTH_MESSAGE } from '../lib/date-of-birth.ts';
import type { z } from '../lib/zod.ts';
import type { Profile } from './profile.ts';
import type { ProfileChanges } from './update-profile.ts';
import { useSaveProfile } from './use-save-profile.ts';

type ProfileColumn = keyof ProfileChanges & keyof Profile;

/** One column on screen; the country is chosen, everything else is typed. */
export type ProfileField = { name: ProfileColumn; label: string } & Pick<
  ComponentProps<typeof TextField>,
  | 'className'
  | 'type'
  | 'inputMode'
  | 'autoComplete'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'hint'
  | 'checksWhenLeft'
>;

export interface EditProfileFormProps {
  profile: Profile;
  fields: readonly ProfileField[];
  /** Loads what turns the typed into what is stored, column by column. */
  loadSchema: () => Promise<z.ZodMiniType<ProfileChanges, Record<string, string>>>;
  savedTitle: string;
  onClose: () => void;
}

/** The form of an edit dialog; a failure keeps it open with what was typed. */
export function EditProfileForm({
  profile,
  fields,
  loadSchema,
  savedTitle,
  onClose,
}: EditProfileFormProps) {
  const { isSaving, save } = useSaveProfile(savedTitle);
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<Record<string, string>, unknown, ProfileChanges>({
    resolver,
    defaultValues: Object.fromEntries(fields.map(({ name }) => [name, profile[name] ?? ''])),
  });

  async function submit(changes: ProfileChanges) {
    if (await save(changes)) onClose();
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const halfTyped = halfTypedDateIn(event.currentTarget);
    if (halfTyped !== null) {
      form.setError(halfTyped, { message: DATE_OF_BIRTH_MESSAGE }, { shouldFocus: true });
      return;
    }
    void submitByRules(form.handleSubmit(submit));
  }

  return (
    <Form {...form}>
      <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={onSubmit}>
        <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
          {fields.map(({ name, ...field }) =>
            name === 'country' ? (
              <CountryField
                key={name}
                control={form.control}
                name={name}
                stored={profile.country}
                className={field.className}
              />
            ) : (
              <TextField
                key={name}
                control={form.control}
                name={name}
                required={false}
                {...field}
              />
            ),
          )}
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
