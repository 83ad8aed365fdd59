import { useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { keepOnRequest, takeFormDraft } from '../../boot/form-draft.ts';
import type { DraftReason } from '../../boot/form-draft.ts';
import { toast, type ToastMessage } from './toast-store.ts';
import { m } from '../../paraglide/messages.js';

const KEPT: ToastMessage = {
  title: m.ui_what_you_typed_is_still_here(),
  description: m.ui_we_dont_keep_card_numbers_or_passwords(),
};
const NOTICES: Readonly<Record<DraftReason, ToastMessage>> = {
  reload: {
    title: m.ui_we_reloaded_this_page(),
    description: m.ui_part_it_was_missing_everything_you_typed(),
  },
  'log-in': KEPT,
  language: KEPT,
};

/** Restores the stored values of this form, and stores them before the page reloads. */
export function useFormDraft<Values extends FieldValues>({
  getValues,
  setValue,
}: Pick<UseFormReturn<Values>, 'getValues' | 'setValue'>): void {
  const [untouched] = useState(() => JSON.stringify(getValues()));
  const id = Object.keys(getValues()).join();

  useEffect(() => {
    const draft = takeFormDraft(id);
    if (draft !== null) {
      for (const [name, value] of Object.entries(draft.values)) {
        setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
          shouldDirty: true,
        });
      }
      toast(NOTICES[draft.reason]);
    }
    return keepOnRequest(id, () => {
      const values = getValues();
      return JSON.stringify(values) === untouched ? null : values;
    });
  }, [id, untouched, getValues, setValue]);
}
