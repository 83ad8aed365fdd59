import type { User } from '@supabase/auth-js';
import { createContext, use } from 'react';
import type { AccountOffer } from './account-offer.ts';
import type { Profile } from './profile.ts';

export interface Session {
  /** Who is signed in; null for a visitor. */
  user: User | null;
  /** The signed-in user's profile; null while it loads, when there is none or it cannot be read. */
  profile: Profile | null;
  /** True while the first answer about the profile is on its way. */
  isProfileLoading: boolean;
  /** Reads the profile again; call it after changing it. */
  reloadProfile: () => Promise<void>;
}

export interface SessionControl {
  /** True from the press on "Log out" until the way home is done. */
  isSigningOut: boolean;
  setSigningOut: (isSigningOut: boolean) => void;
  /** A sign-in waits for its second step; until then there is no user. */
  isSecondStepDue?: boolean;
  /** Whose second step that is. */
  waitingUser?: User | null;
}

export const SessionContext = createContext<Session | null>(null);
export const SessionControlContext = createContext<SessionControl | null>(null);
/** Another account that a link would sign in, until that is answered. */
export const AccountOfferContext = createContext<AccountOffer | null>(null);

/** Who is signed in, and their profile. */
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
