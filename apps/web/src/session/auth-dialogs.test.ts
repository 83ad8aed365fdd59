import type { User } from '@supabase/auth-js';
import { beforeEach, expect, test } from 'vitest';
import { createAuthDialogsStore, dialogAfter, type AuthDialog } from './auth-dialogs.tsx';
import { ANONYMOUS, type SessionState } from './session-state.ts';
import { VISITOR, type SessionSnapshot } from './session-store.ts';

function signedInAs(id: string): SessionState {
  return {
    status: 'signed-in',
    user: { id } as User,
    profile: null,
    isProfileLoading: false,
  };
}

const signedIn = signedInAs('ada');
const recovering = { ...signedIn, status: 'recovering' } as SessionState;
const mfaRequired: SessionState = {
  status: 'mfa-required',
  pendingUser: { id: 'ada' } as User,
  isRecovering: false,
  user: null,
  profile: null,
  isProfileLoading: false,
};

const logIn: AuthDialog = { name: 'log-in' };
const newPassword: AuthDialog = { name: 'new-password' };
const mfaChallenge: AuthDialog = { name: 'mfa-challenge' };

test.each([
  ['the log-in dialog closes when a user is signed in', logIn, ANONYMOUS, signedIn, null],
  ['the log-in dialog stays open for a visitor', logIn, ANONYMOUS, { ...ANONYMOUS }, logIn],
  [
    'required MFA replaces the log-in dialog with the challenge',
    logIn,
    ANONYMOUS,
    mfaRequired,
    mfaChallenge,
  ],
  [
    'required MFA opens the challenge without an open dialog',
    null,
    signedIn,
    mfaRequired,
    mfaChallenge,
  ],
  ['the challenge closes when the sign-in is complete', mfaChallenge, mfaRequired, signedIn, null],
  ['the challenge closes when it is cancelled', mfaChallenge, mfaRequired, ANONYMOUS, null],
  ['a recovery opens the new password dialog', logIn, ANONYMOUS, recovering, newPassword],
  [
    'a recovery replaces the challenge with the new password dialog',
    mfaChallenge,
    mfaRequired,
    recovering,
    newPassword,
  ],
  ['a dismissed new password dialog stays closed', null, recovering, { ...recovering }, null],
  [
    'the new password dialog stays open when the password is saved',
    newPassword,
    recovering,
    signedIn,
    newPassword,
  ],
  [
    'the new password dialog closes when the session ends',
    newPassword,
    recovering,
    ANONYMOUS,
    null,
  ],
  [
    'the new password dialog closes when another user is signed in',
    newPassword,
    recovering,
    signedInAs('eve'),
    null,
  ],
] as const)('%s', (_title, dialog, previous, session, expected) => {
  expect(dialogAfter(dialog, previous, session)).toEqual(expected);
});

function createDialogs() {
  let snapshot: SessionSnapshot = VISITOR;
  let notify: () => void = () => undefined;
  const store = createAuthDialogsStore({
    getSnapshot: () => snapshot,
    subscribe(listener) {
      notify = listener;
      return () => undefined;
    },
  });
  function setSession(session: SessionState) {
    snapshot = { ...snapshot, session };
    notify();
  }
  return { ...store, setSession };
}

beforeEach(() => {
  window.history.replaceState(null, '', '/cards');
});

test('A dialog that closes after a sign-in reports the page of the log-in', () => {
  const { actions, getState, setSession } = createDialogs();
  actions.openLogIn();
  setSession(mfaRequired);
  expect(getState()).toEqual({ dialog: mfaChallenge, loggedInAt: null });
  setSession(signedIn);
  expect(getState()).toEqual({ dialog: null, loggedInAt: '/cards' });
  actions.forgetLogIn();
  expect(getState()).toEqual({ dialog: null, loggedInAt: null });
});

test('A dialog that the visitor closes before the sign-in reports no log-in', () => {
  const { actions, getState, setSession } = createDialogs();
  actions.openSignUp();
  actions.closeDialogs();
  setSession(signedIn);
  expect(getState()).toEqual({ dialog: null, loggedInAt: null });
});

test('The MFA challenge cannot be closed or replaced while MFA is required', () => {
  const { actions, getState, setSession } = createDialogs();
  setSession(mfaRequired);
  actions.closeDialogs();
  expect(getState().dialog).toEqual(mfaChallenge);
  actions.openLogIn();
  expect(getState().dialog).toEqual(mfaChallenge);
});

test('A new password dialog that the user dismissed does not open again', () => {
  const { actions, getState, setSession } = createDialogs();
  setSession(recovering);
  expect(getState().dialog).toEqual(newPassword);
  actions.closeDialogs();
  setSession({ ...recovering });
  expect(getState().dialog).toBeNull();
});

test('A request for the dialog that is already open does not change the state', () => {
  const { actions, getState } = createDialogs();
  actions.openEmailCode('recovery');
  const opened = getState();
  actions.openEmailCode('recovery');
  expect(getState()).toBe(opened);
  actions.openEmailCode('recovery', 'ada@example.com');
  expect(getState().dialog).toMatchObject({ sentTo: 'ada@example.com' });
});
