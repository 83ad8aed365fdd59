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

/** What the data API answers to a token it does not take any more. */
const REFUSED_TOKENS: readonly unknown[] = ['PGRST301', 'PGRST303'];

/** Whether a change failed because its session is over, here or on another device. */
export function isSignedOut(error: unknown): boolean {
  if (error instanceof SignedOutError) return true;
  // Errors of the data API are plain objects.
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return REFUSED_TOKENS.includes(error.code);
}
