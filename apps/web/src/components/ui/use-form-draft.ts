import { useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { keepOnRequest, takeFormDraft } from '../../boot/form-draft.ts';
import type { DraftReason } from '../../boot/form-draft.ts';
import { toast, type ToastMessage } from './toast-store.ts';

const NOTICES: Readonly<Record<DraftReason, ToastMessage>> = {
  reload: {
    title: 'We reloaded this page',
    description:
      'Part of it was missing. Everything you typed is still here, except card numbers and passwords.',
  },
  'log-in': {
    title: 'What you typed is still here',
    description: "We don't keep card numbers or passwords, so enter those again.",
  },
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
