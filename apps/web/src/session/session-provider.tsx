import {
  Fragment,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { storeAccountLanguage } from '../lib/account-language.ts';
import { QueryHolderContext } from '../lib/query-holder.ts';
import { AuthDialogsProvider, createAuthDialogsStore } from './auth-dialogs.tsx';
import {
  AccountOfferContext,
  SessionContext,
  SessionControlContext,
  UserChangesContext,
  type Session,
} from './session-context.ts';
import type { SessionState } from './session-state.ts';
import { createSessionStore, VISITOR } from './session-store.ts';
import { SplashScreen } from './splash-screen.tsx';

/** After this time without a session the splash screen offers a retry. */
const RESOLUTION_TIMEOUT_MS = 8_000;

interface SessionProviderProps {
  /** Shown until the session is known, instead of the plain splash screen. */
  splash?: ReactNode;
  children: ReactNode;
}

/** Provides the session and the auth dialogs. Hides the app until the session is first known. */
export function SessionProvider({ splash, children }: SessionProviderProps) {
  const queries = use(QueryHolderContext);
  // Another user must not see cached answers of the previous one.
  const [store] = useState(() => createSessionStore(() => queries?.client?.clear()));
  const [dialogs] = useState(() => createAuthDialogsStore(store));
  const { session, isReady, userChanges, offer } = useSyncExternalStore(
    store.subscribe,
    store.getSnapshot,
    () => VISITOR,
  );
  useEffect(() => store.start(), [store]);
  useAccountLanguage(session);

  const value = useMemo<Session>(
    () => ({ ...session, reloadProfile: store.reloadProfile }),
    [session, store],
  );
  const [isSigningOut, setSigningOut] = useState(false);
  const control = useMemo(() => ({ isSigningOut, setSigningOut }), [isSigningOut]);

  const isOverdue = useIsOverdue(!isReady);
  if (!isReady) {
    const isDelayed = isOverdue || (session.status === 'loading' && session.hasFailed);
    if (!isDelayed && splash !== undefined) return splash;
    return <SplashScreen isDelayed={isDelayed} onContinue={store.continueAnyway} />;
  }
  return (
    <SessionControlContext value={control}>
      <SessionContext value={value}>
        <UserChangesContext value={userChanges}>
          <AccountOfferContext value={offer}>
            <AuthDialogsProvider store={dialogs}>{children}</AuthDialogsProvider>
          </AccountOfferContext>
        </UserChangesContext>
      </SessionContext>
    </SessionControlContext>
  );
}

/**
 * Mounts its children again when another user replaces the one who was signed in, which can happen
 * in another tab: no user sees or sends what another one typed. When a visitor logs in, or the same
 * user logs in again, everything stays.
 */
export function FreshForEachUser({ children }: { children: ReactNode }) {
  return <Fragment key={use(UserChangesContext)}>{children}</Fragment>;
}

/** Stores a chosen language on the account of the user. */
function useAccountLanguage({ status, user }: SessionState) {
  const userId = status === 'signed-in' ? user.id : null;

  useEffect(() => {
    // A failure is not reported: the next page tries again.
    if (userId !== null) storeAccountLanguage().catch(() => undefined);
  }, [userId]);
}

/** True once `isWaiting` has been true for too long. */
function useIsOverdue(isWaiting: boolean): boolean {
  const [isOverdue, setIsOverdue] = useState(false);

  useEffect(() => {
    if (!isWaiting) return;
    const timer = window.setTimeout(() => setIsOverdue(true), RESOLUTION_TIMEOUT_MS);
    return () => window.clearTimeout(timer);
  }, [isWaiting]);

  return isOverdue;
}
