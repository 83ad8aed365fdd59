import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '../../components/ui/toaster.tsx';
import { createQueryClient } from '../../lib/query-client.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { SessionProvider } from '../../session/session-provider.tsx';
import LogInDialog from './log-in-dialog.tsx';
import SignUpDialog from './sign-up-dialog.tsx';

const backend = vi.fn<(url: string, body: unknown) => Response>();

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML =
    '<script type="application/json" id="beaconpay-config">{"supabaseUrl":"http://backend.test","publishableKey":"key"}</script>';
  backend.mockReset();
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    Promise.resolve(backend(input, JSON.parse(init?.body as string) as unknown)),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function Screen() {
  const { openDialog, openLogIn, openSignUp } = useAuthDialogs();
  return (
    <>
      <button type="button" onClick={openLogIn}>
        To log in
      </button>
      <button type="button" onClick={openSignUp}>
        To sign up
      </button>
      {openDialog === 'log-in' && <LogInDialog />}
      {openDialog === 'sign-up' && <SignUpDialog />}
      <Toaster />
    </>
  );
}

function renderScreen() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider>
        <Screen />
      </SessionProvider>
    </QueryClientProvider>,
  );
}

function shownToast() {
  return document.querySelector('[data-slot=toast]')?.textContent ?? '';
}

test('only one of the two dialogs is open at a time', async () => {
  renderScreen();
  await userEvent.click(screen.getByRole('button', { name: 'To log in' }));
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Sign Up' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Log In' })).toBeDefined();
});

test('a refused log-in shows the server’s words and keeps what was typed', async () => {
  backend.mockReturnValue(
    Response.json(
      { code: 'invalid_credentials', message: 'Invalid login credentials' },
      { status: 400, headers: { 'X-Supabase-Api-Version': '2024-01-01' } },
    ),
  );
  renderScreen();
  await userEvent.click(screen.getByRole('button', { name: 'To log in' }));
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  await waitFor(() => expect(shownToast()).toContain('Login FailedInvalid login credentials'));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong');
});

test('the Google button shows its notice and calls nothing', async () => {
  renderScreen();
  await userEvent.click(screen.getByRole('button', { name: 'To log in' }));
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }));
  expect(shownToast()).toContain('Google Auth Pending');
  expect(backend).not.toHaveBeenCalled();
});

test.each([
  [[], 'Please check your email to verify your account.'],
  [[{ id: 'identity' }], 'You can now log in.'],
])('after a sign-up with the identities %j the toast says: %s', async (identities, sentence) => {
  backend.mockReturnValue(Response.json({ id: 'user', email: 'ada@example.com', identities }));
  renderScreen();
  await userEvent.click(screen.getByRole('button', { name: 'To sign up' }));
  await userEvent.type(screen.getByLabelText('Full name'), 'Ada Lovelace');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('radio', { name: /Business Account/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Create Account with Email' }));
  await waitFor(() => expect(shownToast()).toContain(`Signup Successful!${sentence}`));
  expect(backend.mock.calls[0]?.[1]).toMatchObject({
    data: { full_name: 'Ada Lovelace', account_type: 'business', phone_number: null, city: null },
  });
});
