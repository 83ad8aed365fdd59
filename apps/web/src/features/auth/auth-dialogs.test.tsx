import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, shownToast as toastInStore } from '../../components/ui/toast-store.ts';
import { Toaster } from '../../components/ui/toaster.tsx';
import { createQueryClient } from '../../components/loading/query-client.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { SessionProvider } from '../../session/session-provider.tsx';
import AuthDialogFrame from './auth-dialog-frame.tsx';

const CHECK_EMAIL = 'Please check your email to verify your account.';

const backend = vi.fn<(url: string, body: unknown) => Response>();

/** The response of the data API when the requested row does not exist. */
function noProfile(): Response {
  return Response.json(
    { code: 'PGRST116', message: 'no row', details: null, hint: null },
    { status: 406 },
  );
}

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML =
    '<script type="application/json" id="beaconpay-config">{"supabaseUrl":"http://backend.test","publishableKey":"key"}</script>';
  backend.mockReset();
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    Promise.resolve(
      input.includes('/rest/v1/profiles')
        ? noProfile()
        : backend(input, JSON.parse((init?.body as string | undefined) ?? 'null')),
    ),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  // The next test may wait for a toast with the same text.
  const left = toastInStore();
  if (left !== null) dismissToast(left.id);
});

function Screen() {
  const { dialog, openLogIn, openSignUp } = useAuthDialogs();
  return (
    <>
      <button type="button" onClick={openLogIn}>
        To log in
      </button>
      <button type="button" onClick={openSignUp}>
        To sign up
      </button>
      {dialog && <AuthDialogFrame dialog={dialog} NewPasswordForm={() => null} />}
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

test('only one of the log-in and sign-up dialogs is open at a time', async () => {
  renderScreen();
  await userEvent.click(screen.getByRole('button', { name: 'To log in' }));
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Sign Up' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Log In' })).toBeDefined();
});

test('an email address typed in one dialog is kept in the next one', async () => {
  renderScreen();
  await userEvent.click(screen.getByRole('button', { name: 'To log in' }));
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
  await userEvent.type(screen.getByLabelText('Email'), '.org');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com.org');
  await userEvent.click(screen.getByRole('button', { name: 'Forgot password?' }));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com.org');
});

test('a dialog that replaced another dialog returns the focus to the button that opened the first dialog', async () => {
  renderScreen();
  await userEvent.click(screen.getByRole('button', { name: 'To log in' }));
  await userEvent.click(screen.getByRole('button', { name: 'Forgot password?' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'To log in' })),
  );
});

/** @covers 8.1, 8.authentication.1 */
test('a rejected log-in shows the server’s message and keeps the typed values', async () => {
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
  expect(document.querySelector('[data-slot=toast]')).toHaveProperty(
    'dataset.variant',
    'destructive',
  );
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong');
});

test('a log-in with an unconfirmed email address opens the dialog for the code', async () => {
  backend.mockReturnValue(
    Response.json(
      { code: 'email_not_confirmed', message: 'Email not confirmed' },
      { status: 400, headers: { 'X-Supabase-Api-Version': '2024-01-01' } },
    ),
  );
  renderScreen();
  await userEvent.click(screen.getByRole('button', { name: 'To log in' }));
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Check your email' });
  expect(dialog.textContent).toContain('ada@example.com');
  expect(shownToast()).toContain('Login FailedEmail not confirmed');
});

test('the Google button shows a notice and sends no request if the provider is not configured', async () => {
  renderScreen();
  await userEvent.click(screen.getByRole('button', { name: 'To log in' }));
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }));
  expect(shownToast()).toContain('Google Auth Pending');
  expect(backend).not.toHaveBeenCalled();
});

test('the Google button redirects to the provider if it is configured', async () => {
  document.head.innerHTML =
    '<script type="application/json" id="beaconpay-config">{"supabaseUrl":"http://backend.test","publishableKey":"key","providers":["google"]}</script>';
  const assign = vi.fn<(address: string) => void>();
  vi.spyOn(window, 'location', 'get').mockReturnValue(
    Object.assign(new URL('http://localhost/cards?tab=research#x'), { assign }) as never,
  );
  renderScreen();
  await userEvent.click(screen.getByRole('button', { name: 'To log in' }));
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }));
  await waitFor(() => expect(assign).toHaveBeenCalled());
  const address = new URL(assign.mock.calls[0]?.[0] ?? '');
  expect(address.href).toMatch(/^http:\/\/backend\.test\/auth\/v1\/authorize\?/);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    provider: 'google',
    redirect_to: 'http://localhost/cards?tab=research&link=google',
    code_challenge_method: 's256',
  });
});

const user = { id: 'user', email: 'ada@example.com' };
const session = {
  access_token: 'a.b.c',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 3600,
};

test.each([
  ['an empty identities list', { ...user, identities: [] }, CHECK_EMAIL],
  ['an identity to confirm', { ...user, identities: [{ id: 'identity' }] }, CHECK_EMAIL],
  ['a session', { ...session, user }, 'You can now log in.'],
])(
  'a sign-up whose response has %s shows the matching toast',
  async (_response, body, sentence) => {
    backend.mockImplementation((url) =>
      url.includes('/signup') ? Response.json(body) : Response.json({}, { status: 406 }),
    );
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
    if (sentence === CHECK_EMAIL) {
      expect(screen.getByRole('dialog', { name: 'Check your email' }).textContent).toContain(
        'ada@example.com',
      );
    }
  },
);

test('a rejected code shows a toast and stays in its field, and a new code can be sent', async () => {
  backend.mockImplementation((url) =>
    url.includes('/verify')
      ? Response.json(
          { code: 'otp_expired', message: 'Token has expired or is invalid' },
          { status: 403, headers: { 'X-Supabase-Api-Version': '2024-01-01' } },
        )
      : Response.json({}),
  );
  renderScreen();
  await userEvent.click(screen.getByRole('button', { name: 'To log in' }));
  await userEvent.click(screen.getByRole('button', { name: 'Forgot password?' }));
  await userEvent.type(screen.getByLabelText('Email'), ' ada@localhost {Enter}');
  const code = await screen.findByLabelText<HTMLInputElement>('6-digit code');
  expect(backend.mock.calls[0]?.[0]).toContain('/recover');
  expect(backend.mock.calls[0]?.[1]).toMatchObject({ email: 'ada@localhost' });
  await userEvent.type(code, '123 45{Enter}');
  expect(screen.getByText('Enter the 6-digit code.')).toBeDefined();
  await userEvent.type(code, '6{Enter}');
  await waitFor(() =>
    expect(shownToast()).toContain('Code not acceptedThat code is wrong or has expired.'),
  );
  expect(backend.mock.lastCall?.[1]).toMatchObject({
    type: 'recovery',
    email: 'ada@localhost',
    token: '123456',
  });
  expect(code.value).toBe('123 456');
  await userEvent.click(screen.getByRole('button', { name: 'Resend email' }));
  await waitFor(() => expect(shownToast()).toContain('Email sent'));
});
