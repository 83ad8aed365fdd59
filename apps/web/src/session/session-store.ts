import { toast } from '../components/ui/toast-store.ts';
import { readConfiguration, sessionStorageKey } from '../lib/configuration.ts';
import { hasSessionToRecover } from '../boot/stored-session.ts';
import type { SessionLink } from '../lib/session-link.ts';
import { loadSupabase, onSupabaseLoad, type Backend } from '../lib/supabase.ts';
import type { AccountOffer } from './account-offer.ts';
import {
  ANONYMOUS,
  LOADING,
  nextSessionState,
  type SessionEvent,
  type SessionState,
} from './session-state.ts';
import { m } from '../paraglide/messages.js';

export interface SessionSnapshot {
  session: SessionState;
  /** True once session and profile are known, or the user continued without them. It stays true. */
  isReady: boolean;
  /** How often another user replaced one who was signed in. */
  userChanges: number;
  /** The account of a link that was opened while another user was signed in, until the user decides. */
  offer: AccountOffer | null;
}

/** A page without a stored session. */
export const VISITOR: SessionSnapshot = {
  session: ANONYMOUS,
  isReady: true,
  userChanges: 0,
  offer: null,
};

export interface SessionStore {
  getSnapshot: () => SessionSnapshot;
  subscribe: (listener: () => void) => () => void;
  /** Follows the backend's session until the returned function is called. */
  start: () => () => void;
  /** Reads the profile again. If that fails, the earlier profile stays. */
  reloadProfile: () => Promise<void>;
  /** Shows the app although the session is still unknown. */
  continueAnyway: () => void;
}

/**
 * Holds the session of this page and reads the profile after each change. Without a stored session
 * the visitor is anonymous at once, and the backend client loads only when a user signs in here or
 * in another tab.
 * @param onUserChange called when another user replaces one who was signed in
 */
export function createSessionStore(onUserChange: () => void): SessionStore {
  let snapshot: SessionSnapshot = hasSessionToRecover()
    ? { ...VISITOR, session: LOADING, isReady: false }
    : VISITOR;
  let lastUserId: string | null = null;
  let profileReads = 0;
  const listeners = new Set<() => void>();

  function update(change: Partial<SessionSnapshot>) {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener();
  }

  function dispatch(event: SessionEvent) {
    const previous = snapshot.session;
    const session = nextSessionState(previous, event);
    const { user } = session;
    const hasNewUser = user !== null && user.id !== lastUserId;
    const replacesUser = hasNewUser && lastUserId !== null;
    if (hasNewUser) lastUserId = user.id;
    update({
      session,
      isReady: snapshot.isReady || isKnown(session) || event.type === 'load-skipped',
      userChanges: snapshot.userChanges + (replacesUser ? 1 : 0),
      // The offer was made to the previous user.
      offer: previous.user === null || previous.user.id === user?.id ? snapshot.offer : null,
    });
    if (replacesUser) onUserChange();
  }

  function follow(backend: Backend): () => void {
    // Do not await the backend client here: it holds its lock during this callback.
    const { data } = backend.auth.onAuthStateChange((event, session) => {
      const previousUserId = snapshot.session.user?.id;
      dispatch({ type: 'auth-changed', event, session });
      const { user, isProfileLoading } = snapshot.session;
      if (user === null) return;
      // A client that starts reports the same session twice. One read of the profile is enough.
      const isRepeated = event === 'INITIAL_SESSION' || event === 'SIGNED_IN';
      if (user.id === previousUserId && isRepeated && isProfileLoading) return;
      void reloadProfile();
    });
    if (backend.sessionLink !== null) compareLink(backend.auth, backend.sessionLink);
    return () => data.subscription.unsubscribe();
  }

  function compareLink(auth: Backend['auth'], sessionLink: SessionLink) {
    import('./account-offer.ts').then(
      ({ compareSessionLink }) =>
        compareSessionLink(auth, sessionLink, {
          onOffer: (offer) => update({ offer }),
          onRecovery: () => dispatch({ type: 'recovery-started' }),
        }),
      () =>
        toast({
          title: m.common_this_link_didnt_work(),
          description: m.session_youre_still_logged_in_as_before_please(),
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
    window.addEventListener('online', retryReads);
    if (snapshot.session.status === 'loading') void connect();
    return () => {
      stopListening();
      stopFollowing?.();
      stopWatchingTabs();
      window.removeEventListener('online', retryReads);
    };
  }

  /** Repeats the reads that failed without a network. */
  function retryReads() {
    const { session } = snapshot;
    if (session.status === 'loading' && session.hasFailed) void connect();
    else if (session.user !== null && session.profile === null) void reloadProfile();
  }

  async function reloadProfile() {
    const userId = snapshot.session.user?.id;
    if (userId === undefined) return;
    profileReads += 1;
    const read = profileReads;
    // fetchProfile logs its failures.
    const answer = await readProfile(userId).then(
      (profile) => ({ profile }),
      () => ({}),
    );
    if (read === profileReads) dispatch({ type: 'profile-read', userId, ...answer });
  }

  async function connect() {
    try {
      const backend = await loadSupabase();
      // The client reports the session itself. This call only returns an error.
      const { error } = await backend.auth.getSession();
      if (error) logSessionError(error);
    } catch (error) {
      logSessionError(error);
      dispatch({ type: 'load-failed' });
    }
  }

  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    reloadProfile,
    continueAnyway: () => dispatch({ type: 'load-skipped' }),
  };
}

function isKnown({ status, isProfileLoading }: SessionState): boolean {
  return status !== 'loading' && !isProfileLoading;
}

/** Loaded with the first user: a visitor has no profile. */
const readProfile = (userId: string) =>
  import('./profile.ts').then(({ fetchProfile }) => fetchProfile(userId));

/** Watches other tabs until the backend client is loaded, which then watches them itself. */
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
