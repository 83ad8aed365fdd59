import { pathInLanguage } from '../lib/locale.ts';
import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { SessionState } from './session-state.ts';
import type { SessionStore } from './session-store.ts';

/** The purpose of an email: to confirm the address of a new account, or to set a new password. */
export type EmailPurpose = 'signup' | 'recovery';

export type AuthDialog =
  | { name: 'log-in' }
  | { name: 'sign-up' }
  /** Sends an email with a link and a code, or takes the code of an email that was sent. */
  | { name: 'email-code'; purpose: EmailPurpose; sentTo: string | null }
  | { name: 'new-password' }
  | { name: 'mfa-challenge' };

interface AuthDialogsState {
  /** The open dialog with its details. Only one can be open. */
  dialog: AuthDialog | null;
  /** The path of the page that the user has just logged in on; null once that page has reacted or was left. */
  loggedInAt: string | null;
}

interface AuthDialogsActions {
  openLogIn: () => void;
  openSignUp: () => void;
  openEmailCode: (purpose: EmailPurpose, sentTo?: string) => void;
  closeDialogs: () => void;
  /** Reports a log-in that no dialog completed, such as one by a link. */
  reportLogIn: () => void;
  forgetLogIn: () => void;
}

export type AuthDialogs = AuthDialogsState & AuthDialogsActions;

export interface AuthDialogsStore {
  getState: () => AuthDialogsState;
  subscribe: (listener: () => void) => () => void;
  actions: AuthDialogsActions;
}

const CLOSED: AuthDialogsState = { dialog: null, loggedInAt: null };
const MFA_CHALLENGE: AuthDialog = { name: 'mfa-challenge' };

/**
 * The dialog that stays open, opens or closes when the session changes. Required MFA replaces every
 * other dialog. A recovery opens the dialog for a new password. Other dialogs are for visitors.
 */
export function dialogAfter(
  dialog: AuthDialog | null,
  previous: SessionState,
  session: SessionState,
): AuthDialog | null {
  if (session.status === 'mfa-required') return MFA_CHALLENGE;
  if (session.status === 'recovering' && !isRecoveryOf(previous, session.user.id)) {
    return { name: 'new-password' };
  }
  if (dialog === null || dialog.name === 'mfa-challenge') return null;
  if (dialog.name !== 'new-password') return session.user === null ? dialog : null;
  return session.user !== null && session.user.id === previous.user?.id ? dialog : null;
}

function isRecoveryOf(session: SessionState, userId: string): boolean {
  return session.status === 'recovering' && session.user.id === userId;
}

/** An effect may request the open dialog again. That must not render the effect's component again. */
function isSameDialog(requested: AuthDialog | null, open: AuthDialog | null): boolean {
  if (requested?.name !== 'email-code' || open?.name !== 'email-code') {
    return requested?.name === open?.name;
  }
  return requested.purpose === open.purpose && requested.sentTo === open.sentTo;
}

/** Opens and closes the auth dialogs, by request and when the session changes. */
export function createAuthDialogsStore(
  sessions: Pick<SessionStore, 'getSnapshot' | 'subscribe'>,
): AuthDialogsStore {
  let state = CLOSED;
  let { session } = sessions.getSnapshot();
  const listeners = new Set<() => void>();

  function update(change: Partial<AuthDialogsState>) {
    const next = { ...state, ...change };
    if (next.dialog === state.dialog && next.loggedInAt === state.loggedInAt) return;
    state = next;
    for (const listener of listeners) listener();
  }

  /** Shows `requested`, or the dialog that the session allows instead of it. */
  function show(requested: AuthDialog | null, previous: SessionState) {
    if (previous === session && isSameDialog(requested, state.dialog)) return;
    const dialog = dialogAfter(requested, previous, session);
    const hasLoggedIn = requested !== null && dialog === null && session.user !== null;
    update(
      hasLoggedIn ? { dialog, loggedInAt: pathInLanguage(window.location.pathname) } : { dialog },
    );
  }

  sessions.subscribe(() => {
    const previous = session;
    session = sessions.getSnapshot().session;
    if (session !== previous) show(state.dialog, previous);
  });

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    actions: {
      openLogIn: () => show({ name: 'log-in' }, session),
      openSignUp: () => show({ name: 'sign-up' }, session),
      openEmailCode: (purpose, sentTo) =>
        show({ name: 'email-code', purpose, sentTo: sentTo ?? null }, session),
      closeDialogs: () => show(null, session),
      reportLogIn: () => update({ loggedInAt: pathInLanguage(window.location.pathname) }),
      forgetLogIn: () => update({ loggedInAt: null }),
    },
  };
}

const AuthDialogsContext = createContext<AuthDialogs | null>(null);

interface AuthDialogsProviderProps {
  store: AuthDialogsStore;
  children: ReactNode;
}

export function AuthDialogsProvider({ store, children }: AuthDialogsProviderProps) {
  const state = useSyncExternalStore(store.subscribe, store.getState, () => CLOSED);
  const value = useMemo(() => ({ ...state, ...store.actions }), [state, store]);
  return <AuthDialogsContext value={value}>{children}</AuthDialogsContext>;
}

/** Opens the auth dialogs over the current page, which stays as it is. */
export function useAuthDialogs(): AuthDialogs {
  const dialogs = use(AuthDialogsContext);
  if (dialogs === null) throw new Error('useAuthDialogs needs a SessionProvider above it.');
  return dialogs;
}
