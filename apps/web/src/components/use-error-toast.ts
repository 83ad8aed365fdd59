import { useEffect } from 'react';
import { toastFailure } from './ui/toast-store.ts';

/** Says once of each failed reading that it failed; `error` is null while there is none. */
export function useErrorToast(title: string, error: Error | null): void {
  useEffect(() => {
    if (error === null) return;
    toastFailure(title, error);
  }, [title, error]);
}
