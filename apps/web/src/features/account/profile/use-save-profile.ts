import { useMutation } from '@tanstack/react-query';
import { toast } from '../../../components/ui/toast-store.ts';
import { useSession } from '../../../session/session-context.ts';
import {
  isSignedOut,
  SignedOutError,
  useChangeErrorToast,
} from '../../../session/require-session.ts';
import { saveProfile, type PictureChange, type ProfileChanges } from './api.ts';
import { m } from '../../../paraglide/messages.js';

interface SaveProfile {
  isSaving: boolean;
  /** Resolves to true when the changes are saved and the profile was read again. Shows an error as a toast. */
  save: (changes: ProfileChanges, picture?: () => Promise<PictureChange>) => Promise<boolean>;
}

interface SaveRequest {
  changes: ProfileChanges;
  picture: (() => Promise<PictureChange>) | undefined;
}

/** Saves the user's own profile and shows the result. Opens the log-in over the form if the session is over. */
export function useSaveProfile(savedTitle: string): SaveProfile {
  const { user, profile, reloadProfile } = useSession();
  const showError = useChangeErrorToast();
  const mutation = useMutation({
    mutationFn: async ({ changes, picture }: SaveRequest) => {
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
      showError(
        isSignedOut(error) ? m.common_authentication_error() : m.common_update_failed(),
        error,
      );
      return false;
    }
    await reloadProfile();
    toast({ title: savedTitle });
    return true;
  }

  return { isSaving: mutation.isPending, save };
}
