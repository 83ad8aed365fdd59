import { useEffect } from 'react';
import { useFailureToast } from '../ui/use-failure-toast.ts';

/** Shows a toast for each failed load; `error` is null after a load that succeeded, which dismisses it. */
export function useErrorToast(title: string, error: Error | null): void {
  const failureToast = useFailureToast();
  useEffect(() => {
    if (error === null) failureToast.dismiss();
    else failureToast.show(title, error);
  }, [title, error, failureToast]);
}
