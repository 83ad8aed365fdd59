import { useMutation } from '@tanstack/react-query';
import { toast, toastFailure } from '../components/ui/toast-store.ts';
import { useAuthDialogs } from './auth-dialogs.tsx';
import { useSession } from './session-context.ts';
import { isSignedOut, SignedOutError } from './require-session.ts';
import { saveProfile, type PictureChange } from './save-profile.ts';
import type { ProfileChanges } from './update-profile.ts';

interface SaveProfile {
  isSaving: boolean;
  /** True once the changes are saved and the profile was read again; a failure is shown by toast. */
  save: (changes: ProfileChanges, picture?: () => Promise<PictureChange>) => Promise<boolean>;
}

interface Saved {
  changes: ProfileChanges;
  picture: (() => Promise<PictureChange>) | undefined;
}

/**
 * Saving a form about oneself: says how it went, and asks to log in over the open form if the
 * session is over.
 */
export function useSaveProfile(savedTitle: string): SaveProfile {
  const { user, profile, reloadProfile } = useSession();
  const { openLogIn } = useAuthDialogs();
  const mutation = useMutation({
    mutationFn: async ({ changes, picture }: Saved) => {
      if (user === null || profile === null) throw new SignedOutError();
      await saveProfile(profile, changes, await picture?.());
    },
  });

  async function save(
    changes: ProfileChanges,
    picture?: () => Promise<PictureChange>,
  ): Promise<boolean> {
    if (mutation.isPending) return false;
    try {
      await mutation.mutateAsync({ changes, picture });
    } catch (error) {
      if (isSignedOut(error)) openLogIn();
      toastFailure(isSignedOut(error) ? 'Authentication Error' : 'Update Failed', error);
      return false;
    }
    await reloadProfile();
    toast({ title: savedTitle });
    return true;
  }

  return { isSaving: mutation.isPending, save };
}
