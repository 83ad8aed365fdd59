import { use, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { QueryHolderContext } from '../lib/query-holder.ts';
import { AuthDialogsProvider } from './auth-dialogs.tsx';
import {
  AccountOfferContext,
  SessionContext,
  SessionControlContext,
  type Session,
} from './session-context.ts';
import { createSessionStore, SIGNED_OUT } from './session-store.ts';
import { SplashScreen } from './splash-screen.tsx';

/** A hanging network must not hide the app for longer than this without a word. */
const RESOLUTION_TIMEOUT_MS = 8_000;

interface SessionProviderProps {
  /** Shown until the session is known, in place of the plain splash screen. */
  splash?: ReactNode;
  children: ReactNode;
}

/** Resolves the session, hides the app until that is done the first time, and follows it. */
export function SessionProvider({ splash, children }: SessionProviderProps) {
  const queries = use(QueryHolderContext);
  // Nothing that one user was shown is kept for another.
  const [store] = useState(() => createSessionStore(() => queries?.client?.clear()));
  const auth = useSyncExternalStore(store.subscribe, store.getState, () => SIGNED_OUT);
  useEffect(() => store.start(), [store]);

  const { user, profile, isProfileLoading } = auth;
  const session = useMemo<Session>(
    () => ({ user, profile, isProfileLoading, reloadProfile: store.reloadProfile }),
    [user, profile, isProfileLoading, store],
  );
  const isResolved = auth.phase === 'resolved' && !isProfileLoading;
  const [wasResolved, setWasResolved] = useState(isResolved);
  if (isResolved && !wasResolved) setWasResolved(true);
  const isOverdue = useIsOverdue(!wasResolved);

  const control = useMemo(
    () => ({
      isSigningOut: auth.isSigningOut,
      setSigningOut: store.setSigningOut,
      isSecondStepDue: auth.isSecondStepDue,
      waitingUser: auth.waitingUser,
    }),
    [auth.isSigningOut, auth.isSecondStepDue, auth.waitingUser, store],
  );

  const isDelayed = isOverdue || auth.phase === 'failed';
  if (!wasResolved && !isDelayed && splash !== undefined) return splash;
  if (!wasResolved) {
    return (
      <SplashScreen
        isDelayed={isDelayed}
        onContinue={() => {
          store.continueAnyway();
          setWasResolved(true);
        }}
      />
    );
  }
  return (
    <SessionControlContext value={control}>
      <SessionContext value={session}>
        <AccountOfferContext value={auth.offer}>
          <AuthDialogsProvider
            isRecovering={auth.isRecovering && user !== null}
            isSecondStepDue={auth.isSecondStepDue}
          >
            {children}
          </AuthDialogsProvider>
        </AccountOfferContext>
      </SessionContext>
    </SessionControlContext>
  );
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
