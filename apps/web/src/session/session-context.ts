import { createContext, use } from 'react';
import type { AccountOffer } from './account-offer.ts';
import type { SessionState } from './session-state.ts';

export type Session = SessionState & {
  /** Reads the profile again. Call it after changing the profile. */
  reloadProfile: () => Promise<void>;
};

export interface SessionControl {
  /** True from the press on "Log out" until the home page is shown. */
  isSigningOut: boolean;
  setSigningOut: (isSigningOut: boolean) => void;
}

export const SessionContext = createContext<Session | null>(null);
export const SessionControlContext = createContext<SessionControl | null>(null);
/** How often another user replaced one who was signed in. */
export const UserChangesContext = createContext(0);
/** The account that a link would sign in instead of the current one, until the user decides. */
export const AccountOfferContext = createContext<AccountOffer | null>(null);

/** The session of this page, with the user and the profile. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it.');
  return session;
}

export function useSessionControl(): SessionControl {
  const control = use(SessionControlContext);
  if (control === null) throw new Error('useSessionControl needs a SessionProvider above it.');
  return control;
}
