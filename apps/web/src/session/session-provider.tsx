import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { AuthDialogsProvider } from './auth-dialogs.tsx';
import { profileQuery } from './profile.ts';
import { SessionContext, SessionControlContext, type Session } from './session-context.ts';
import { createSessionStore, SIGNED_OUT, type SessionStore } from './session-store.ts';
import { SplashScreen } from './splash-screen.tsx';

/** A hanging network must not hide the app for longer than this without a word. */
const RESOLUTION_TIMEOUT_MS = 8_000;

interface SessionProviderProps {
  children: ReactNode;
}

/** Resolves the session, hides the app until that is done the first time, and follows it. */
export function SessionProvider({ children }: SessionProviderProps) {
  const queryClient = useQueryClient();
  const [store] = useState(() => createFollowingStore(queryClient));
  const auth = useSyncExternalStore(store.subscribe, store.getState, () => SIGNED_OUT);
  useEffect(() => store.start(), [store]);

  const session = useProfiledSession(auth.user);
  const isResolved = auth.phase === 'resolved' && !session.isProfileLoading;
  const [wasResolved, setWasResolved] = useState(isResolved);
  if (isResolved && !wasResolved) setWasResolved(true);
  const isOverdue = useIsOverdue(!wasResolved);

  const control = useMemo(
    () => ({ isSigningOut: auth.isSigningOut, setSigningOut: store.setSigningOut }),
    [auth.isSigningOut, store],
  );

  if (!wasResolved) {
    return (
      <SplashScreen
        isDelayed={isOverdue || auth.phase === 'failed'}
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
        <AuthDialogsProvider isRecovering={auth.isRecovering}>{children}</AuthDialogsProvider>
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

/** A store that keeps the cache in step: profile refetched on every change, nothing kept for others. */
function createFollowingStore(queryClient: QueryClient): SessionStore {
  let lastUserId: string | null = null;
  return createSessionStore((user) => {
    if (user === null) {
      queryClient.removeQueries({ queryKey: ['profile'] });
      return;
    }
    if (lastUserId !== null && lastUserId !== user.id) queryClient.clear();
    lastUserId = user.id;
    void queryClient.invalidateQueries(profileQuery(user.id));
  });
}

function useProfiledSession(user: Session['user']): Session {
  const queryClient = useQueryClient();
  const userId = user?.id ?? '';
  const { data, isPending } = useQuery({ ...profileQuery(userId), enabled: user !== null });
  const profile = user === null ? null : (data ?? null);
  const isProfileLoading = user !== null && isPending;

  const reloadProfile = useCallback(
    () => queryClient.invalidateQueries(profileQuery(userId)),
    [queryClient, userId],
  );

  return useMemo(
    () => ({ user, profile, isProfileLoading, reloadProfile }),
    [user, profile, isProfileLoading, reloadProfile],
  );
}
