import type { User } from '@supabase/supabase-js';
import { readConfiguration, sessionStorageKey } from '../lib/configuration.ts';
import { loadSupabase, onSupabaseLoad, type Backend } from '../lib/supabase.ts';

export interface AuthState {
  /**
   * resolving: nobody knows yet; failed: it could not be found out; resolved: `user` is right.
   * It never goes back from resolved.
   */
  phase: 'resolving' | 'failed' | 'resolved';
  user: User | null;
  /** Signed in by a mail for a forgotten password, and no new one is set yet. */
  isRecovering: boolean;
  /** True from the press on "Log out" until the way home is done. */
  isSigningOut: boolean;
}

export const SIGNED_OUT: AuthState = {
  phase: 'resolved',
  user: null,
  isRecovering: false,
  isSigningOut: false,
};
const UNRESOLVED: AuthState = { ...SIGNED_OUT, phase: 'resolving' };

export interface SessionStore {
  getState: () => AuthState;
  subscribe: (listener: () => void) => () => void;
  /** Follows the backend's session until the returned function is called. */
  start: () => () => void;
  setSigningOut: (isSigningOut: boolean) => void;
  /** Shows the app although the session is still unknown; it may yet arrive. */
  continueAnyway: () => void;
}

/**
 * Knows who is signed in. Without a stored session the visitor is signed out at once and the
 * backend client is not even loaded, until someone signs in here or in another tab.
 * @param onAuthChange called after every change the backend reports, sign-out included
 */
export function createSessionStore(onAuthChange: (user: User | null) => void): SessionStore {
  let state = hasSessionToRecover() ? UNRESOLVED : SIGNED_OUT;
  const listeners = new Set<() => void>();

  function update(change: Partial<AuthState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function follow(backend: Backend) {
    // Nothing here may wait for the backend client: it holds its lock while it calls this.
    backend.auth.onAuthStateChange((event, session) => {
      const user = session?.user ?? null;
      const isStillRecovering = state.isRecovering && user !== null && event !== 'USER_UPDATED';
      const isRecovering = event === 'PASSWORD_RECOVERY' || isStillRecovering;
      update({ phase: 'resolved', user, isRecovering });
      onAuthChange(user);
    });
  }

  function start() {
    const stopListening = onSupabaseLoad(follow);
    const stopWatchingTabs = onSignInElsewhere(() => void connect());
    if (state.phase !== 'resolved') void connect();
    return () => {
      stopListening();
      stopWatchingTabs();
    };
  }

  async function connect() {
    try {
      const backend = await loadSupabase();
      // The client reports the session by itself; this only tells of a failure to do so.
      const { error } = await backend.auth.getSession();
      if (error) logSessionError(error);
    } catch (error) {
      logSessionError(error);
      if (state.phase === 'resolving') update({ phase: 'failed' });
    }
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    setSigningOut: (isSigningOut) => update({ isSigningOut }),
    continueAnyway: () => update({ phase: 'resolved' }),
  };
}

/** Is there a session in storage, or one in the address (after a link from an e-mail)? */
export function hasSessionToRecover(): boolean {
  if (typeof window === 'undefined') return false;
  if (/[#&?](access_token|code|error_description)=/.test(window.location.href)) return true;
  try {
    return localStorage.getItem(sessionStorageKey(readConfiguration())) !== null;
  } catch {
    return false;
  }
}

/** The backend client hears of other tabs by itself, but only once it is loaded. */
function onSignInElsewhere(listener: () => void): () => void {
  const key = sessionStorageKey(readConfiguration());
  function onStorage(event: StorageEvent) {
    if (event.key === key && event.newValue !== null) listener();
  }
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function logSessionError(error: unknown) {
  // eslint-disable-next-line no-console -- the specification wants session errors logged
  console.error('Error fetching session:', error);
}
