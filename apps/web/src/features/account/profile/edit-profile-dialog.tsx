import { useState, type ComponentProps, type SubmitEvent } from 'react';
import { useForm } from 'react-hook-form';
import { CountryField } from '../../../components/fields/country-field.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { useFormRules } from '../../../components/ui/use-form-rules.ts';
import { DATE_OF_BIRTH_MESSAGE, halfTypedDateIn } from '../../../lib/date-of-birth.ts';
import type { z } from '../../../lib/zod.ts';
import { picturePath } from '../../../lib/picture-url.ts';
import { KEPT_PICTURE, PictureField, type PictureDraft } from '../picture/picture-field.tsx';
import type { Profile } from '../../../session/profile.ts';
import type { PictureChange, ProfileChanges } from './api.ts';
import { useSaveProfile } from './use-save-profile.ts';
import { m } from '../../../paraglide/messages.js';

type ProfileColumn = keyof ProfileChanges & keyof Profile;

/** A column with its field. The country is a select; all other columns are text fields. */
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

interface EditProfileFormProps {
  profile: Profile;
  fields: readonly ProfileField[];
  /** Loads the schema that converts the typed values to column values. */
  loadSchema: () => Promise<z.ZodMiniType<ProfileChanges, Record<string, string>>>;
  savedTitle: string;
  /** The label of the picture, and the letters shown without one. */
  picture: { label: string; letters: string };
  onClose: () => void;
}

interface EditProfileDialogProps extends Omit<EditProfileFormProps, 'onClose'> {
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Edits some columns of the user's own profile. An error keeps the dialog open with the typed values. */
export function EditProfileDialog({
  title,
  isOpen,
  onOpenChange,
  ...form
}: EditProfileDialogProps) {
  return (
    <Dialog
      title={title}
      description={m.account_all_fields_are_optional()}
      isOpen={isOpen}
      onClose={() => onOpenChange(false)}
      className="sm:max-w-xl"
    >
      <EditProfileForm {...form} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function EditProfileForm({
  profile,
  fields,
  loadSchema,
  savedTitle,
  picture,
  onClose,
}: EditProfileFormProps) {
  const [draft, setDraft] = useState(KEPT_PICTURE);
  const { isSaving, save } = useSaveProfile(savedTitle);
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<Record<string, string>, unknown, ProfileChanges>({
    resolver,
    defaultValues: Object.fromEntries(fields.map(({ name }) => [name, profile[name] ?? ''])),
  });

  async function submit(changes: ProfileChanges) {
    if (await save(changes, () => pictureOf(draft))) onClose();
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
          <PictureField
            {...picture}
            address={profile.avatar_url}
            draft={draft}
            onChange={setDraft}
          />
          {fields.map(({ name, ...field }) =>
            name === 'avatar_url' && !hasTypedAddress(draft, profile) ? null : name ===
              'country' ? (
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
            {m.common_cancel()}
          </Button>
          <Button type="submit" busy={isSaving}>
            {isSaving ? m.common_saving() : m.common_save_changes()}
          </Button>
        </DialogFooter>
      </form>
    </Form>
  );
}

/** Whether the address of the picture can be typed: not for an uploaded or a newly chosen picture. */
function hasTypedAddress({ kind }: PictureDraft, { avatar_url: address }: Profile): boolean {
  return kind === 'kept' && picturePath(address) === null;
}

async function pictureOf(draft: PictureDraft): Promise<PictureChange> {
  if (draft.kind === 'kept') return undefined;
  if (draft.kind === 'removed') return null;
  const { squareOf } = await import('../picture/picture-file.ts');
  return squareOf(draft.opened.image, draft.area);
}
