import { use, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ToastMessage } from '../components/ui/toast-store.ts';
import { useToast } from '../components/ui/use-toast.ts';
import { errorMessage } from '../lib/error-message.ts';
import { createIdempotencyKeys } from '../lib/idempotency-key.ts';
import { QueryHolderContext } from '../lib/query-holder.ts';
import { useAuthDialogs } from './auth-dialogs.tsx';
import { SignedOutError } from './update-profile.ts';

export interface RecordedSubmission {
  id: string;
  /** Whether the customer's history has its row; the record stands without it. */
  isLogged: boolean;
}

/** Something that is paid by hand and then verified by an administrator. */
export interface ManualSubmission<Request extends { userId: string }> {
  /** Throws SignedOutError, or the backend's error when nothing was recorded. */
  record: (request: Request & { idempotencyKey: string }) => Promise<RecordedSubmission>;
  successPath: (id: string) => string;
  submittedToast: (request: Request) => ToastMessage;
  loggingFailedToast: ToastMessage;
  notLoggedInToast: ToastMessage;
  failedTitle: string;
}

/** Submits a request, says how it went, and leads on to its success page. */
export function useManualSubmission<Request extends { userId: string }>(
  kind: ManualSubmission<Request>,
) {
  const { toast } = useToast();
  const navigate = useNavigate();
  const queries = use(QueryHolderContext);
  const [idempotencyKeys] = useState(createIdempotencyKeys);
  const { openLogIn } = useAuthDialogs();
  const [isSubmitting, setIsSubmitting] = useState(false);

  async function submit(request: Request): Promise<void> {
    const idempotencyKey = idempotencyKeys.keyFor(JSON.stringify(request));
    setIsSubmitting(true);
    try {
      const { id, isLogged } = await kind.record({ ...request, idempotencyKey });
      idempotencyKeys.forget();
      void queries?.client?.invalidateQueries({
        predicate: ({ queryKey }) => queryKey.includes(request.userId),
      });
      toast(isLogged ? kind.submittedToast(request) : kind.loggingFailedToast);
      await navigate(kind.successPath(id));
    } catch (error) {
      if (error instanceof SignedOutError) {
        // The session ended in another tab, or by time.
        toast(kind.notLoggedInToast);
        openLogIn();
        return;
      }
      toast({ title: kind.failedTitle, description: errorMessage(error), variant: 'destructive' });
    } finally {
      setIsSubmitting(false);
    }
  }

  return { submit, isSubmitting };
}
