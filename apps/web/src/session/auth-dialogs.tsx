import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { useSession } from './session-context.ts';

export type AuthDialogName = 'log-in' | 'sign-up';

export interface AuthDialogs {
  /** The one open dialog, or null: two can never be open. */
  openDialog: AuthDialogName | null;
  openLogIn: () => void;
  openSignUp: () => void;
  closeDialogs: () => void;
}

const AuthDialogsContext = createContext<AuthDialogs | null>(null);

/** Knows which of the two dialogs is open; both close once a user is present. */
export function AuthDialogsProvider({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const [openDialog, setOpenDialog] = useState<AuthDialogName | null>(null);
  if (user !== null && openDialog !== null) setOpenDialog(null);

  const openLogIn = useCallback(() => setOpenDialog('log-in'), []);
  const openSignUp = useCallback(() => setOpenDialog('sign-up'), []);
  const closeDialogs = useCallback(() => setOpenDialog(null), []);

  const value = useMemo(
    () => ({ openDialog, openLogIn, openSignUp, closeDialogs }),
    [openDialog, openLogIn, openSignUp, closeDialogs],
  );
  return <AuthDialogsContext value={value}>{children}</AuthDialogsContext>;
}

/** Opens the Log In or Sign Up dialog over whatever is on screen, which stays as it is. */
export function useAuthDialogs(): AuthDialogs {
  const dialogs = use(AuthDialogsContext);
  if (dialogs === null) throw new Error('useAuthDialogs needs a SessionProvider above it.');
  return dialogs;
}
