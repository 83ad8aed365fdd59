import { useState } from 'react';
import { dismissToast, toastFailure } from './toast-store.ts';

export interface FailureToast {
  show: (title: string, error: unknown) => void;
  /** Dismisses the toast if it is still shown, because a later attempt has succeeded. */
  dismiss: () => void;
}

/** The toast about failed attempts of one form, for forms whose success shows no toast. */
export function useFailureToast(): FailureToast {
  const [failureToast] = useState(createFailureToast);
  return failureToast;
}

function createFailureToast(): FailureToast {
  let shownId: number | null = null;
  return {
    show(title, error) {
      shownId = toastFailure(title, error);
    },
    dismiss() {
      if (shownId !== null) dismissToast(shownId);
      shownId = null;
    },
  };
}
