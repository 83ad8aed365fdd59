import type { User } from '@supabase/auth-js';
import { toast } from '../components/ui/toast-store.ts';
import { readConfiguration, sessionStorageKey } from '../lib/configuration.ts';
import { needsMfaChallenge } from './mfa/assurance-level.ts';
import { hasSessionToRecover } from '../boot/stored-session.ts';
import type { SessionLink } from '../lib/session-link.ts';
import { loadSupabase, onSupabaseLoad, type Backend } from '../lib/supabase.ts';
import type { AccountOffer } from './account-offer.ts';
import type { Profile } from './profile.ts';

export interface AuthState {
  /**
   * resolving: nobody knows yet; failed: it could not be found out; resolved: `user` is right.
   * It never goes back from resolved.
   */
  phase: 'resolving' | 'failed' | 'resolved';
  user: User | null;
  /** Somebody gave a password and has yet to give the code of their app: nobody is signed in. */
  isSecondStepDue: boolean;
  /** Whose second step that is. */
  waitingUser: User | null;
  /** Null while it is read, when there is none or it cannot be read. */
  profile: Profile | null;
  /** True while the first answer about this user's profile is on its way. */
  isProfileLoading: boolean;
  /** Signed in by a mail for a forgotten password, and no new one is set yet. */
  isRecovering: boolean;
  /** True from the press on "Log out" until the way home is done. */
  isSigningOut: boolean;
  /** Another account that a link would sign in, while its person has not answered. */
  offer: AccountOffer | null;
}

export const SIGNED_OUT: AuthState = {
  phase: 'resolved',
  user: null,
  isSecondStepDue: false,
  waitingUser: null,
  profile: null,
  isProfileLoading: false,
  isRecovering: false,
  isSigningOut: false,
  offer: null,
};

export interface SessionStore {
  getState: () => AuthState;
  subscribe: (listener: () => void) => () => void;
  /** Follows the backend's session until the returned function is called. */
  start: () => () => void;
  setSigningOut: (isSigningOut: boolean) => void;
  /** Reads the profile again; a failure leaves the earlier answer. */
  reloadProfile: () => Promise<void>;
  /** Shows the app although the session is still unknown; it may yet arrive. */
  continueAnyway: () => void;
}

/**
 * Knows who is signed in, and their profile, which is read on every change. Without a stored
 * session the visitor is signed out at once and the backend client is not even loaded, until
 * someone signs in here or in another tab.
 * @param onUserChange called when another user takes the place of one who was signed in
 */
export function createSessionStore(onUserChange: () => void): SessionStore {
  let state: AuthState = hasSessionToRecover() ? { ...SIGNED_OUT, phase: 'resolving' } : SIGNED_OUT;
  let lastUserId: string | null = null;
  let profileReads = 0;
  const listeners = new Set<() => void>();

  function update(change: Partial<AuthState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function follow(backend: Backend): () => void {
    // Nothing here may wait for the backend client: it holds its lock while it calls this.
    const { data } = backend.auth.onAuthStateChange((event, session) => {
      const isSecondStepDue = needsMfaChallenge(session);
      const user = isSecondStepDue ? null : (session?.user ?? null);
      const isSame = user !== null && user.id === state.user?.id;
      const isStillRecovering = state.isRecovering && session !== null && event !== 'USER_UPDATED';
      update({
        phase: 'resolved',
        user,
        isSecondStepDue,
        waitingUser: isSecondStepDue ? (session?.user ?? null) : null,
        isRecovering: event === 'PASSWORD_RECOVERY' || isStillRecovering,
        ...(isSame ? {} : { profile: null, isProfileLoading: user !== null }),
        // It was made to the one who was signed in.
        ...(isSame || state.user === null ? {} : { offer: null }),
      });
      if (user === null) return;
      if (lastUserId !== null && lastUserId !== user.id) onUserChange();
      lastUserId = user.id;
      // A client that starts tells of the same session twice, while the first answer is on its way.
      const isRepeated = event === 'INITIAL_SESSION' || event === 'SIGNED_IN';
      if (isSame && isRepeated && state.isProfileLoading) return;
      void reloadProfile();
    });
    if (backend.sessionLink !== null) weigh(backend.auth, backend.sessionLink);
    return () => data.subscription.unsubscribe();
  }

  function weigh(auth: Backend['auth'], sessionLink: SessionLink) {
    import('./account-offer.ts').then(
      ({ compareSessionLink }) =>
        compareSessionLink(auth, sessionLink, {
          onOffer: (offer) => update({ offer }),
          onRecovery: () => update({ isRecovering: true }),
        }),
      () =>
        toast({
          title: "This link didn't work.",
          description: "You're still logged in as before. Please open the link again.",
          variant: 'destructive',
        }),
    );
  }

  function start() {
    let stopFollowing: (() => void) | null = null;
    const stopListening = onSupabaseLoad((backend) => {
      stopFollowing = follow(backend);
    });
    const stopWatchingTabs = onSignInElsewhere(() => void connect());
    window.addEventListener('online', readAgain);
    if (state.phase !== 'resolved') void connect();
    return () => {
      stopListening();
      stopFollowing?.();
      stopWatchingTabs();
      window.removeEventListener('online', readAgain);
    };
  }

  /** What could not be read without a network. */
  function readAgain() {
    if (state.phase === 'failed') void connect();
    else if (state.user !== null && state.profile === null) void reloadProfile();
  }

  async function reloadProfile() {
    const userId = state.user?.id;
    if (userId === undefined) return;
    profileReads += 1;
    const read = profileReads;
    // A failure is logged where it happens; an earlier answer outlives it.
    const answer = await readProfile(userId).then(
      (profile) => ({ profile }),
      () => ({}),
    );
    const isOutdated = read !== profileReads || state.user?.id !== userId;
    if (!isOutdated) update({ ...answer, isProfileLoading: false });
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
    reloadProfile,
    continueAnyway: () => update({ phase: 'resolved' }),
  };
}

/** Like the backend client, this is nothing that a visitor needs. */
const readProfile = (userId: string) =>
  import('./profile.ts').then(({ fetchProfile }) => fetchProfile(userId));

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
  // oxlint-disable-next-line no-console -- the specification wants session errors logged
  console.error('Error fetching session:', error);
}
