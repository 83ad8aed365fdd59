import type { AuthChangeEvent, Session as AuthSession, User } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import type { Profile } from './profile.ts';
import {
  ANONYMOUS,
  LOADING,
  nextSessionState,
  sessionStatusOf,
  type SessionEvent,
  type SessionState,
} from './session-state.ts';

const FACTOR = { id: 'app', factor_type: 'totp', status: 'verified' };

function userOf(id: string, factors: object[] = []): User {
  return { id, factors } as unknown as User;
}

function authSessionOf(user: User, aal = 'aal1'): AuthSession {
  const token = ['{}', JSON.stringify({ aal }), ''].map((part) => btoa(part)).join('.');
  return { access_token: token, user } as AuthSession;
}

const ada = userOf('ada');
const eve = userOf('eve');
const adaWithFactor = userOf('ada', [FACTOR]);
const profile = { id: 'ada', full_name: 'Ada Lovelace' } as Profile;

const NO_USER = { user: null, profile: null, isProfileLoading: false } as const;
const signedIn: SessionState = { status: 'signed-in', user: ada, profile, isProfileLoading: false };
const recovering: SessionState = { ...signedIn, status: 'recovering' };
const mfaRequired: SessionState = {
  status: 'mfa-required',
  pendingUser: adaWithFactor,
  isRecovering: false,
  ...NO_USER,
};

const authChanged = (event: AuthChangeEvent, session: AuthSession | null): SessionEvent => ({
  type: 'auth-changed',
  event,
  session,
});

const everyState: [string, SessionState][] = [
  ['loading', LOADING],
  ['loading after a failure', { ...LOADING, hasFailed: true } as SessionState],
  ['anonymous', ANONYMOUS],
  ['mfa-required', mfaRequired],
  ['recovering', recovering],
  ['signed-in', signedIn],
];

test.each(everyState)('The state %s becomes anonymous without a session', (_name, state) => {
  expect(nextSessionState(state, authChanged('SIGNED_OUT', null))).toEqual(ANONYMOUS);
  expect(nextSessionState(state, authChanged('INITIAL_SESSION', null))).toEqual(ANONYMOUS);
});

test.each(everyState)(
  'A session of another user changes the state from %s to signed-in and loads the profile',
  (_name, state) => {
    expect(nextSessionState(state, authChanged('SIGNED_IN', authSessionOf(eve)))).toEqual({
      status: 'signed-in',
      user: eve,
      profile: null,
      isProfileLoading: true,
    });
  },
);

test.each(everyState)(
  'An aal1 session of a user with a verified factor changes the state from %s to mfa-required',
  (_name, state) => {
    const eveWithFactor = userOf('eve', [FACTOR]);
    expect(nextSessionState(state, authChanged('SIGNED_IN', authSessionOf(eveWithFactor)))).toEqual(
      {
        ...mfaRequired,
        pendingUser: eveWithFactor,
      },
    );
  },
);

test.each(everyState)(
  'A password recovery link changes the state from %s to recovering',
  (_name, state) => {
    const next = nextSessionState(state, authChanged('PASSWORD_RECOVERY', authSessionOf(eve)));
    expect(next).toEqual({
      status: 'recovering',
      user: eve,
      profile: null,
      isProfileLoading: true,
    });
  },
);

test('MFA is required only for a user with a verified factor and an access token below aal2', () => {
  expect(sessionStatusOf(null)).toBe('anonymous');
  expect(sessionStatusOf(authSessionOf(ada))).toBe('signed-in');
  expect(sessionStatusOf(authSessionOf(adaWithFactor))).toBe('mfa-required');
  expect(sessionStatusOf(authSessionOf(adaWithFactor, 'aal2'))).toBe('signed-in');
  const withUnverified = userOf('ada', [{ ...FACTOR, status: 'unverified' }]);
  expect(sessionStatusOf(authSessionOf(withUnverified))).toBe('signed-in');
});

test('A verified second factor completes the sign-in', () => {
  const event = authChanged('MFA_CHALLENGE_VERIFIED', authSessionOf(adaWithFactor, 'aal2'));
  expect(nextSessionState(mfaRequired, event)).toMatchObject({
    status: 'signed-in',
    user: adaWithFactor,
    isProfileLoading: true,
  });
});

test('A recovery that requires MFA continues after the second factor is verified', () => {
  const event = authChanged('PASSWORD_RECOVERY', authSessionOf(adaWithFactor));
  const waiting = nextSessionState(ANONYMOUS, event);
  expect(waiting).toEqual({ ...mfaRequired, isRecovering: true });
  const verified = authChanged('MFA_CHALLENGE_VERIFIED', authSessionOf(adaWithFactor, 'aal2'));
  expect(nextSessionState(waiting, verified).status).toBe('recovering');
});

test('A new session of the same user keeps the profile', () => {
  const refreshed = authChanged('TOKEN_REFRESHED', authSessionOf(ada));
  expect(nextSessionState(signedIn, refreshed)).toEqual(signedIn);
  expect(nextSessionState(recovering, refreshed)).toEqual(recovering);
});

test('A new password ends the recovery', () => {
  const updated = authChanged('USER_UPDATED', authSessionOf(ada));
  expect(nextSessionState(recovering, updated)).toEqual(signedIn);
});

test('A recovery ends when another user signs in', () => {
  const replaced = authChanged('SIGNED_IN', authSessionOf(eve));
  expect(nextSessionState(recovering, replaced).status).toBe('signed-in');
  const waiting: SessionState = { ...mfaRequired, isRecovering: true };
  expect(nextSessionState(waiting, replaced).status).toBe('signed-in');
});

test('An accepted recovery link starts a recovery only for the current user', () => {
  const started: SessionEvent = { type: 'recovery-started' };
  expect(nextSessionState(signedIn, started)).toEqual(recovering);
  expect(nextSessionState(mfaRequired, started)).toEqual({ ...mfaRequired, isRecovering: true });
  for (const state of [LOADING, ANONYMOUS, recovering]) {
    expect(nextSessionState(state, started)).toBe(state);
  }
});

test('A failed load is stored in the loading state and ignored in every other state', () => {
  const failed: SessionEvent = { type: 'load-failed' };
  expect(nextSessionState(LOADING, failed)).toEqual({ ...LOADING, hasFailed: true });
  for (const state of [ANONYMOUS, mfaRequired, recovering, signedIn]) {
    expect(nextSessionState(state, failed)).toBe(state);
  }
});

test('A skipped load makes the loading state anonymous and is ignored in every other state', () => {
  const skipped: SessionEvent = { type: 'load-skipped' };
  expect(nextSessionState(LOADING, skipped)).toBe(ANONYMOUS);
  for (const state of [ANONYMOUS, mfaRequired, recovering, signedIn]) {
    expect(nextSessionState(state, skipped)).toBe(state);
  }
});

test('The profile of the current user is stored, even if it is null', () => {
  const loading: SessionState = {
    ...signedIn,
    profile: null,
    isProfileLoading: true,
  };
  expect(nextSessionState(loading, { type: 'profile-read', userId: 'ada', profile })).toEqual(
    signedIn,
  );
  expect(
    nextSessionState(signedIn, { type: 'profile-read', userId: 'ada', profile: null }),
  ).toEqual({ ...signedIn, profile: null });
});

test('A profile that cannot be read does not replace the previous profile', () => {
  const failed: SessionEvent = { type: 'profile-read', userId: 'ada' };
  expect(nextSessionState(signedIn, failed)).toEqual(signedIn);
  const loading: SessionState = {
    ...signedIn,
    profile: null,
    isProfileLoading: true,
  };
  expect(nextSessionState(loading, failed)).toEqual({ ...signedIn, profile: null });
});

test('The profile of another user is ignored', () => {
  const late: SessionEvent = { type: 'profile-read', userId: 'eve', profile };
  for (const [, state] of everyState) expect(nextSessionState(state, late)).toBe(state);
});
