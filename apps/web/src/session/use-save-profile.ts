import { useMutation } from '@tanstack/react-query';
import { useToast } from '../components/ui/use-toast.ts';
import { errorMessage } from '../lib/error-message.ts';
import { useAuthDialogs } from './auth-dialogs.tsx';
import { useSession } from './session-context.ts';
import { SignedOutError } from './update-profile.ts';

interface SaveProfile<Values> {
  isSaving: boolean;
  /** True once the values are saved and the profile was read again; a failure is shown by toast. */
  save: (values: Values) => Promise<boolean>;
}

/**
 * Saving a form about oneself: says how it went, and asks to log in over the open form if the
 * session is over.
 * @param update one feature's call; throws SignedOutError or the backend's error
 */
export function useSaveProfile<Values>(
  update: (userId: string, values: Values) => Promise<void>,
  savedTitle: string,
): SaveProfile<Values> {
  const { user, reloadProfile } = useSession();
  const { openLogIn } = useAuthDialogs();
  const { toast } = useToast();
  const mutation = useMutation({
    mutationFn: (values: Values) => {
      if (user === null) throw new SignedOutError();
      return update(user.id, values);
    },
  });

  async function save(values: Values): Promise<boolean> {
    if (mutation.isPending) return false;
    try {
      await mutation.mutateAsync(values);
    } catch (error) {
      if (error instanceof SignedOutError) openLogIn();
      toast({
        title: error instanceof SignedOutError ? 'Authentication Error' : 'Update Failed',
        description: errorMessage(error),
        variant: 'destructive',
      });
      return false;
    }
    await reloadProfile();
    toast({ title: savedTitle });
    return true;
  }

  return { isSaving: mutation.isPending, save };
}
