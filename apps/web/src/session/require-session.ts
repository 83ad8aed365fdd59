import { toastFailure } from '../components/ui/toast-store.ts';
import { isEndedSession } from '../lib/backend-error.ts';
import { loadSupabase, type Backend } from '../lib/supabase.ts';
import { useAuthDialogs } from './auth-dialogs.tsx';
import { m } from '../paraglide/messages.js';

/** The session of this change is over: it expired or ended in another tab. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';

  constructor() {
    super(m.common_user_not_logged_in());
  }
}

/** Resolves to the backend if this user is still signed in here; throws SignedOutError otherwise. */
export async function requireSessionOf(userId: string): Promise<Backend> {
  const supabase = await loadSupabase();
  const { data } = await supabase.auth.getSession();
  if (data.session?.user.id === userId) return supabase;
  // Cleared storage causes no event. This call notifies the app that the session is over.
  if (data.session === null) await supabase.auth.signOut({ scope: 'local' });
  throw new SignedOutError();
}

/** Checks the session after a rejected change, so that the app knows whether it is over. */
export async function settleSession(): Promise<void> {
  const supabase = await loadSupabase();
  await supabase.auth.getUser();
}

/** Whether a change failed because its session is over, here or on another device. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof SignedOutError || isEndedSession(error);
}

/**
 * Shows a toast about a failed change. If the session is over, it also opens the log-in above the form, which keeps its
 * values.
 */
export function useChangeErrorToast(): (title: string, error: unknown) => void {
  const { openLogIn } = useAuthDialogs();
  return (title, error) => {
    if (isSignedOut(error)) openLogIn();
    toastFailure(title, error);
  };
}
