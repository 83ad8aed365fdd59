import { isEndedSession } from '../lib/backend-error.ts';
import { loadSupabase, type Backend } from '../lib/supabase.ts';

/** The session this change was meant for is over (in another tab, or by time). */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';

  constructor() {
    super('User not logged in.');
  }
}

/** Resolves to the backend if this user is still signed in here; throws SignedOutError otherwise. */
export async function requireSessionOf(userId: string): Promise<Backend> {
  const supabase = await loadSupabase();
  const { data } = await supabase.auth.getSession();
  if (data.session?.user.id === userId) return supabase;
  // Storage emptied from outside is no event: this tells the whole app that nobody is signed in.
  if (data.session === null) await supabase.auth.signOut({ scope: 'local' });
  throw new SignedOutError();
}

/** Resolves once the app knows whether the session that a change was refused for is over. */
export async function settleSession(): Promise<void> {
  const supabase = await loadSupabase();
  await supabase.auth.getUser();
}

/** Whether a change failed because its session is over, here or on another device. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof SignedOutError || isEndedSession(error);
}
