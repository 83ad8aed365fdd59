import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { useSession } from './session-context.ts';

/** What a mail is for: to confirm the address of a new account, or to set a new password. */
export type EmailPurpose = 'signup' | 'recovery';

export type AuthDialog =
  | { name: 'log-in' }
  | { name: 'sign-up' }
  /** A mail with a link and a code: to be asked for, or, with an address, on its way there. */
  | { name: 'email-code'; purpose: EmailPurpose; sentTo: string | null }
  | { name: 'new-password' }
  /** The code that completes a sign-in. */
  | { name: 'mfa-challenge' };

export interface AuthDialogs {
  /** The one open dialog with what it is about, or null: two can never be open. */
  dialog: AuthDialog | null;
  openLogIn: () => void;
  openSignUp: () => void;
  openEmailCode: (purpose: EmailPurpose, sentTo?: string) => void;
  closeDialogs: () => void;
  /** The path of the page that the user has just logged in on; null once that page has reacted or was left. */
  loggedInAt: string | null;
  /** Reports a log-in that no dialog completed, such as one by a link. */
  reportLogIn: () => void;
  forgetLogIn: () => void;
}

const AuthDialogsContext = createContext<AuthDialogs | null>(null);

interface AuthDialogsProviderProps {
  /** Someone came in by a mail for a forgotten password, and must set a new one. */
  isRecovering?: boolean;
  /** A sign-in waits for its second step, and no other dialog has a place before that. */
  isSecondStepDue?: boolean;
  children: ReactNode;
}

/**
 * Knows which of the dialogs is open. All close once a user is present, save the one for a new
 * password, which opens then.
 */
export function AuthDialogsProvider({
  isRecovering = false,
  isSecondStepDue = false,
  children,
}: AuthDialogsProviderProps) {
  const { user } = useSession();
  const [dialog, setDialog] = useState<AuthDialog | null>(null);
  const [loggedInAt, setLoggedInAt] = useState<string | null>(null);
  const [wasRecovering, setWasRecovering] = useState(false);
  if (isRecovering !== wasRecovering) {
    setWasRecovering(isRecovering);
    if (isRecovering) setDialog({ name: 'new-password' });
  } else if (isSecondStepDue) {
    if (dialog?.name !== 'mfa-challenge') setDialog({ name: 'mfa-challenge' });
  } else if (dialog !== null && isOutOfPlace(dialog, user !== null)) {
    setDialog(null);
    if (user !== null) setLoggedInAt(window.location.pathname);
  }

  // The ways to open and close stay the same, so that effects may depend on them.
  const actions = useMemo(
    (): Omit<AuthDialogs, 'dialog' | 'loggedInAt'> => ({
      openLogIn: () => setDialog({ name: 'log-in' }),
      openSignUp: () => setDialog({ name: 'sign-up' }),
      openEmailCode: (purpose, sentTo) =>
        setDialog({ name: 'email-code', purpose, sentTo: sentTo ?? null }),
      closeDialogs: () => setDialog(null),
      reportLogIn: () => setLoggedInAt(window.location.pathname),
      forgetLogIn: () => setLoggedInAt(null),
    }),
    [],
  );
  const value = useMemo(
    (): AuthDialogs => ({ ...actions, dialog, loggedInAt }),
    [actions, dialog, loggedInAt],
  );
  return <AuthDialogsContext value={value}>{children}</AuthDialogsContext>;
}

function isOutOfPlace({ name }: AuthDialog, hasUser: boolean): boolean {
  return name === 'mfa-challenge' || hasUser !== (name === 'new-password');
}

/** Opens the Log In or Sign Up dialog over whatever is on screen, which stays as it is. */
export function useAuthDialogs(): AuthDialogs {
  const dialogs = use(AuthDialogsContext);
  if (dialogs === null) throw new Error('useAuthDialogs needs a SessionProvider above it.');
  return dialogs;
}
