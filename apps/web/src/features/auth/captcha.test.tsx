import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '../../components/ui/toaster.tsx';
import { createQueryClient } from '../../components/loading/query-client.ts';
import { useTheme } from '../../boot/theme.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { SessionProvider } from '../../session/session-provider.tsx';
import AuthDialogFrame from './auth-dialog-frame.tsx';

const backend = vi.fn<(path: string, body: unknown) => Response>();
/** The options of each widget, in the order of creation. */
let shown: Record<string, unknown>[];
const reset = vi.fn<(id: string) => void>();
const remove = vi.fn<(id: string) => void>();

function serve(captcha: object | null) {
  const configuration = { supabaseUrl: 'http://backend.test', publishableKey: 'key', captcha };
  document.head.innerHTML = `<script type="application/json" id="beaconpay-config">${JSON.stringify(configuration)}</script>`;
}

beforeEach(() => {
  // Each test loads the provider's script again.
  vi.resetModules();
  localStorage.clear();
  serve({ provider: 'turnstile', siteKey: 'site' });
  shown = [];
  reset.mockReset();
  remove.mockReset();
  backend.mockReset();
  backend.mockImplementation(() => Response.json({}));
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    Promise.resolve(
      backend(new URL(input).pathname, JSON.parse((init?.body as string | undefined) ?? 'null')),
    ),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.documentElement.classList.remove('dark');
});

function Screen() {
  const { dialog, openLogIn, openSignUp, openEmailCode } = useAuthDialogs();
  const { toggleTheme } = useTheme();
  return (
    <>
      <button onClick={openLogIn}>To log in</button>
      <button onClick={openSignUp}>To sign up</button>
      <button onClick={() => openEmailCode('recovery')}>To recover</button>
      <button onClick={() => openEmailCode('signup', 'ada@example.com')}>To the code</button>
      <button onClick={toggleTheme}>Other theme</button>
      {dialog && <AuthDialogFrame dialog={dialog} NewPasswordForm={() => null} />}
      <Toaster />
    </>
  );
}

/** Clicks the button element: an open dialog blocks pointers behind it. */
async function press(name: string) {
  await act(() => {
    screen.getByRole('button', { name, hidden: true }).click();
    return Promise.resolve();
  });
}

async function renderScreen(first: string) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider>
        <Screen />
      </SessionProvider>
    </QueryClientProvider>,
  );
  await press(first);
}

async function findScript(host: string): Promise<HTMLScriptElement> {
  return waitFor(() => {
    const script = document.head.querySelector<HTMLScriptElement>(`script[src^="https://${host}"]`);
    if (script === null) throw new Error('There is no script yet.');
    return script;
  });
}

/** Loads the provider's script and returns the callbacks of the newest widget. */
async function provide(global = 'turnstile', host = 'challenges.cloudflare.com') {
  await findScript(host);
  const render = (_place: HTMLElement, options: Record<string, unknown>) =>
    `widget-${String(shown.push(options))}`;
  vi.stubGlobal(global, { render, reset, remove });
  act(() => (window as never as Record<string, () => void>)[`beaconpay_${global}_ready`]?.());
  await waitFor(() => expect(shown.length).toBeGreaterThan(0));
}

function report(callback: string, value?: string) {
  const callWidget = shown.at(-1)?.[callback] as ((value?: string) => void) | undefined;
  if (callWidget === undefined) throw new Error(`The newest widget has no ${callback}.`);
  act(() => {
    callWidget(value);
  });
}

const box = () => screen.getByRole('group', { name: 'Security check' });
function tokenOf(call: number): string | undefined {
  const sent = backend.mock.calls[call];
  if (sent === undefined) throw new Error(`There was no call ${String(call)}.`);
  const body = sent[1] as { gotrue_meta_security?: { captcha_token?: string } };
  return body.gotrue_meta_security?.captcha_token;
}

function refuse(status: number, code: string) {
  backend.mockImplementation(() =>
    Response.json(
      { code, message: 'words of the server' },
      { status, headers: { 'X-Supabase-Api-Version': '2024-01-01' } },
    ),
  );
}

async function fillLogIn() {
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
}

test('An unsolved captcha blocks the request, shows an error at the form and gets the focus', async () => {
  await renderScreen('To log in');
  expect(await screen.findByText('Loading the security check…')).toBeDefined();
  await provide();
  expect(shown[0]).toMatchObject({ sitekey: 'site', theme: 'light' });
  await fillLogIn();
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  expect(await screen.findByText(/Please complete the security check/)).toBeDefined();
  expect(document.activeElement).toBe(box());
  expect(backend).not.toHaveBeenCalled();
  report('callback', 'first');
  expect(screen.queryByText(/Please complete the security check/)).toBeNull();
});

/** @covers 8.auth-errors.5 */
test('A token is sent once, each attempt requests a new one, and the typed values stay', async () => {
  refuse(400, 'invalid_credentials');
  await renderScreen('To log in');
  await provide();
  report('callback', 'first');
  await fillLogIn();
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  await waitFor(() => expect(reset).toHaveBeenCalledWith('widget-1'));
  expect(tokenOf(0)).toBe('first');

  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  expect(await screen.findByText(/Please complete the security check/)).toBeDefined();
  expect(backend).toHaveBeenCalledTimes(1);
  report('callback', 'second');
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  await waitFor(() => expect(backend).toHaveBeenCalledTimes(2));
  expect(tokenOf(1)).toBe('second');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret');
});

/** @covers 8.auth-errors.5 */
test.each([
  [400, 'captcha_failed', "The security check wasn't accepted. Please complete it again."],
  [
    503,
    'unexpected_failure',
    "We couldn't complete the security check. Please try again in a moment.",
  ],
])(
  'A captcha rejected with %i %s shows an error at the form, also with a new token, and is requested again',
  async (status, code, sentence) => {
    refuse(status, code);
    await renderScreen('To log in');
    await provide();
    report('callback', 'first');
    await fillLogIn();
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(box().textContent).toContain(sentence));
    expect(document.querySelector('[data-slot=toast]')?.textContent).toContain(sentence);
    expect(reset).toHaveBeenCalledWith('widget-1');
    report('callback', 'second');
    expect(box().textContent).toContain(sentence);
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret');
  },
);

test('A blocked script shows an error, can be loaded again, and keeps the typed values', async () => {
  await renderScreen('To log in');
  await fillLogIn();
  const script = await findScript('challenges.cloudflare.com');
  act(() => void script.dispatchEvent(new Event('error')));
  expect(await screen.findByText(/didn't load/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  expect(await screen.findByText(/didn't load/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(script.isConnected).toBe(false);
  await provide();
  expect(screen.queryByText(/didn't load/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
});

test('A script without a response for 20 s shows an error and can be loaded again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await renderScreen('To log in');
  const script = await findScript('challenges.cloudflare.com');
  act(() => void vi.advanceTimersByTime(20_000));
  expect(await screen.findByText(/didn't load/)).toBeDefined();
  await press('Try Again');
  expect(script.isConnected).toBe(false);
  await provide();
  expect(screen.queryByText(/didn't load/)).toBeNull();
});

test('A failed widget can be shown again, and an expired solution is rejected', async () => {
  await renderScreen('To log in');
  await provide();
  await fillLogIn();
  report('callback', 'first');
  report('expired-callback');
  expect(screen.getByText(/has expired/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  expect(backend).not.toHaveBeenCalled();

  report('error-callback', '300010');
  expect(screen.getByText(/check failed/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(shown).toHaveLength(2));
  expect(remove).toHaveBeenCalledWith('widget-1');
  expect(screen.queryByText(/check failed/)).toBeNull();

  report('unsupported-callback');
  expect(screen.getByText(/Your browser doesn't support the security check/)).toBeDefined();
});

test('The widget follows the theme, and closing the dialog removes widget and token', async () => {
  await renderScreen('To log in');
  await provide();
  report('callback', 'first');
  await press('Other theme');
  await waitFor(() => expect(shown).toHaveLength(2));
  expect(remove).toHaveBeenCalledWith('widget-1');
  expect(shown[1]).toMatchObject({ theme: 'dark' });
  await fillLogIn();
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  expect(backend).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(remove).toHaveBeenCalledWith('widget-2'));
});

test('A sign-up and a password recovery email send a token', async () => {
  refuse(422, 'signup_disabled');
  await renderScreen('To sign up');
  await provide();
  report('callback', 'for the account');
  await userEvent.type(screen.getByLabelText('Full name'), 'Ada Lovelace');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Create Account with Email' }));
  await waitFor(() => expect(backend).toHaveBeenCalledTimes(1));
  expect(backend.mock.calls[0]?.[0]).toBe('/auth/v1/signup');
  expect(tokenOf(0)).toBe('for the account');

  await press('To recover');
  await waitFor(() => expect(shown).toHaveLength(2));
  report('callback', 'for the mail');
  await userEvent.click(screen.getByRole('button', { name: 'Send email' }));
  await waitFor(() => expect(backend).toHaveBeenCalledTimes(2));
  expect(backend.mock.calls[1]?.[0]).toBe('/auth/v1/recover');
  expect(tokenOf(1)).toBe('for the mail');
});

test('A code needs no captcha; another email does', async () => {
  await renderScreen('To the code');
  expect(screen.queryByRole('group', { name: 'Security check' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Resend email' }));
  await provide();
  expect(await screen.findByText(/Please complete the security check/)).toBeDefined();
  expect(backend).not.toHaveBeenCalled();
  report('callback', 'once more');
  await userEvent.click(screen.getByRole('button', { name: 'Resend email' }));
  await waitFor(() => expect(backend).toHaveBeenCalledTimes(1));
  expect(backend.mock.calls[0]?.[0]).toBe('/auth/v1/resend');
  expect(tokenOf(0)).toBe('once more');
});

test('hCaptcha’s widget comes from its own host, with its challenge inside the dialog', async () => {
  serve({ provider: 'hcaptcha', siteKey: 'site' });
  await renderScreen('To log in');
  await provide('hcaptcha', 'js.hcaptcha.com');
  expect(shown[0]).toMatchObject({ sitekey: 'site', theme: 'light' });
  expect(screen.getByRole('dialog').contains(shown[0]?.['challenge-container'] as Node)).toBe(true);
});

test('Without a captcha provider nothing is shown and nothing is loaded', async () => {
  serve(null);
  refuse(400, 'invalid_credentials');
  await renderScreen('To log in');
  await fillLogIn();
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  await waitFor(() => expect(backend).toHaveBeenCalledTimes(1));
  expect(tokenOf(0)).toBeUndefined();
  expect(screen.queryByRole('group', { name: 'Security check' })).toBeNull();
  expect(document.querySelector('script[src]')).toBeNull();
});
