import type { AuthChangeEvent, Session as AuthSession, User } from '@supabase/auth-js';
import { needsMfaChallenge } from './mfa/assurance-level.ts';
import type { Profile } from './profile.ts';

interface NoUser {
  user: null;
  profile: null;
  isProfileLoading: false;
}

interface SignedInUser {
  user: User;
  /** Null while it loads, when there is none, and when it cannot be read. */
  profile: Profile | null;
  /** True until the first answer about this user's profile. */
  isProfileLoading: boolean;
}

/** The session of this page. `user` is set only where the database accepts the session. */
export type SessionState =
  /** The stored session is not read yet. `hasFailed`: the backend client could not be loaded. */
  | ({ status: 'loading'; hasFailed: boolean } & NoUser)
  | ({ status: 'anonymous' } & NoUser)
  /** The first factor was accepted. The database shows nothing until the second one is, too. */
  | ({ status: 'mfa-required'; pendingUser: User; isRecovering: boolean } & NoUser)
  /** Signed in by a password recovery email, before a new password is set. */
  | ({ status: 'recovering' } & SignedInUser)
  | ({ status: 'signed-in' } & SignedInUser);

export type SessionEvent =
  | { type: 'auth-changed'; event: AuthChangeEvent; session: AuthSession | null }
  | { type: 'load-failed' }
  /** The user continues although the session is still unknown. It may arrive later. */
  | { type: 'load-skipped' }
  /** A recovery link was accepted by a page that already had a session. */
  | { type: 'recovery-started' }
  /** Without `profile` the profile could not be read, and the earlier one stays. */
  | { type: 'profile-read'; userId: string; profile?: Profile | null };

const NO_USER: NoUser = { user: null, profile: null, isProfileLoading: false };

export const LOADING: SessionState = { status: 'loading', hasFailed: false, ...NO_USER };
export const ANONYMOUS: SessionState = { status: 'anonymous', ...NO_USER };

/** The status that a session of the auth client gives this page. The only place that decides about MFA. */
export function sessionStatusOf(
  session: AuthSession | null,
): 'anonymous' | 'mfa-required' | 'signed-in' {
  if (session === null) return 'anonymous';
  return needsMfaChallenge(session) ? 'mfa-required' : 'signed-in';
}

/** The state after an event. It is pure; an event that changes nothing returns the same object. */
export function nextSessionState(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'auth-changed':
      return stateAfterAuthChange(state, event.event, event.session);
    case 'load-failed':
      return state.status === 'loading' ? { ...state, hasFailed: true } : state;
    case 'load-skipped':
      return state.status === 'loading' ? ANONYMOUS : state;
    case 'recovery-started':
      if (state.status === 'mfa-required') return { ...state, isRecovering: true };
      return state.status === 'signed-in' ? { ...state, status: 'recovering' } : state;
    case 'profile-read':
      if (state.user === null || state.user.id !== event.userId) return state;
      return {
        ...state,
        profile: event.profile === undefined ? state.profile : event.profile,
        isProfileLoading: false,
      };
  }
}

function stateAfterAuthChange(
  state: SessionState,
  event: AuthChangeEvent,
  session: AuthSession | null,
): SessionState {
  if (session === null) return ANONYMOUS;
  const { user } = session;
  const isRecovering =
    event === 'PASSWORD_RECOVERY' || (isRecoveryOf(state, user) && event !== 'USER_UPDATED');
  if (sessionStatusOf(session) === 'mfa-required') {
    return { status: 'mfa-required', pendingUser: user, isRecovering, ...NO_USER };
  }
  const isSameUser = state.user?.id === user.id;
  return {
    status: isRecovering ? 'recovering' : 'signed-in',
    user,
    profile: isSameUser ? state.profile : null,
    isProfileLoading: isSameUser ? state.isProfileLoading : true,
  };
}

/** Whether this user has yet to set a new password. */
function isRecoveryOf(state: SessionState, { id }: User): boolean {
  if (state.status === 'mfa-required') return state.isRecovering && state.pendingUser.id === id;
  return state.status === 'recovering' && state.user.id === id;
}
