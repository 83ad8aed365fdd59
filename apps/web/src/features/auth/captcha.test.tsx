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
let widgetOptions: Record<string, unknown>[];
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
  widgetOptions = [];
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

/** Clicks the element itself, because an open dialog blocks pointer events behind it. */
async function clickButton(name: string) {
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
  await clickButton(first);
}

async function findScript(host: string): Promise<HTMLScriptElement> {
  return waitFor(() => {
    const script = document.head.querySelector<HTMLScriptElement>(`script[src^="https://${host}"]`);
    if (script === null) throw new Error('There is no script yet.');
    return script;
  });
}

/** Simulates that the provider's script has loaded, and waits until the widget is created. */
async function loadWidget(global = 'turnstile', host = 'challenges.cloudflare.com') {
  await findScript(host);
  const render = (_place: HTMLElement, options: Record<string, unknown>) =>
    `widget-${String(widgetOptions.push(options))}`;
  vi.stubGlobal(global, { render, reset, remove });
  act(() => (window as never as Record<string, () => void>)[`beaconpay_${global}_ready`]?.());
  await waitFor(() => expect(widgetOptions.length).toBeGreaterThan(0));
}

function invokeCallback(callback: string, value?: string) {
  const invoke = widgetOptions.at(-1)?.[callback] as ((value?: string) => void) | undefined;
  if (invoke === undefined) throw new Error(`The newest widget has no ${callback}.`);
  act(() => {
    invoke(value);
  });
}

const captchaGroup = () => screen.getByRole('group', { name: 'Security check' });
function tokenOf(call: number): string | undefined {
  const request = backend.mock.calls[call];
  if (request === undefined) throw new Error(`There was no call ${String(call)}.`);
  const body = request[1] as { gotrue_meta_security?: { captcha_token?: string } };
  return body.gotrue_meta_security?.captcha_token;
}

function rejectRequests(status: number, code: string) {
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

test('An unsolved captcha blocks the request, shows an error in the form and gets the focus', async () => {
  await renderScreen('To log in');
  expect(await screen.findByText('Loading the security check…')).toBeDefined();
  await loadWidget();
  expect(widgetOptions[0]).toMatchObject({ sitekey: 'site', theme: 'light' });
  await fillLogIn();
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  expect(await screen.findByText(/Please complete the security check/)).toBeDefined();
  expect(document.activeElement).toBe(captchaGroup());
  expect(backend).not.toHaveBeenCalled();
  invokeCallback('callback', 'first');
  expect(screen.queryByText(/Please complete the security check/)).toBeNull();
});

/** @covers 8.auth-errors.5 */
test('A captcha token is sent once, each attempt needs a new token, and the typed values stay', async () => {
  rejectRequests(400, 'invalid_credentials');
  await renderScreen('To log in');
  await loadWidget();
  invokeCallback('callback', 'first');
  await fillLogIn();
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  await waitFor(() => expect(reset).toHaveBeenCalledWith('widget-1'));
  expect(tokenOf(0)).toBe('first');

  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  expect(await screen.findByText(/Please complete the security check/)).toBeDefined();
  expect(backend).toHaveBeenCalledTimes(1);
  invokeCallback('callback', 'second');
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
  'A captcha token that is rejected with %i %s shows an error, even after a new token, and resets the widget',
  async (status, code, sentence) => {
    rejectRequests(status, code);
    await renderScreen('To log in');
    await loadWidget();
    invokeCallback('callback', 'first');
    await fillLogIn();
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(captchaGroup().textContent).toContain(sentence));
    expect(document.querySelector('[data-slot=toast]')?.textContent).toContain(sentence);
    expect(reset).toHaveBeenCalledWith('widget-1');
    invokeCallback('callback', 'second');
    expect(captchaGroup().textContent).toContain(sentence);
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
  await loadWidget();
  expect(screen.queryByText(/didn't load/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
});

test('A script that does not load within 20 seconds shows an error and can be loaded again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await renderScreen('To log in');
  const script = await findScript('challenges.cloudflare.com');
  act(() => void vi.advanceTimersByTime(20_000));
  expect(await screen.findByText(/didn't load/)).toBeDefined();
  await clickButton('Try Again');
  expect(script.isConnected).toBe(false);
  await loadWidget();
  expect(screen.queryByText(/didn't load/)).toBeNull();
});

test('A failed captcha widget can be created again, and an expired token is not sent', async () => {
  await renderScreen('To log in');
  await loadWidget();
  await fillLogIn();
  invokeCallback('callback', 'first');
  invokeCallback('expired-callback');
  expect(screen.getByText(/has expired/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  expect(backend).not.toHaveBeenCalled();

  invokeCallback('error-callback', '300010');
  expect(screen.getByText(/check failed/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(widgetOptions).toHaveLength(2));
  expect(remove).toHaveBeenCalledWith('widget-1');
  expect(screen.queryByText(/check failed/)).toBeNull();

  invokeCallback('unsupported-callback');
  expect(screen.getByText(/Your browser doesn't support the security check/)).toBeDefined();
});

test('A captcha widget is created again after a change of the theme and is removed with the dialog', async () => {
  await renderScreen('To log in');
  await loadWidget();
  invokeCallback('callback', 'first');
  await clickButton('Other theme');
  await waitFor(() => expect(widgetOptions).toHaveLength(2));
  expect(remove).toHaveBeenCalledWith('widget-1');
  expect(widgetOptions[1]).toMatchObject({ theme: 'dark' });
  await fillLogIn();
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  expect(backend).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(remove).toHaveBeenCalledWith('widget-2'));
});

test('A sign-up and a request for a recovery email send a captcha token', async () => {
  rejectRequests(422, 'signup_disabled');
  await renderScreen('To sign up');
  await loadWidget();
  invokeCallback('callback', 'for the account');
  await userEvent.type(screen.getByLabelText('Full name'), 'Ada Lovelace');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Create Account with Email' }));
  await waitFor(() => expect(backend).toHaveBeenCalledTimes(1));
  expect(backend.mock.calls[0]?.[0]).toBe('/auth/v1/signup');
  expect(tokenOf(0)).toBe('for the account');

  await clickButton('To recover');
  await waitFor(() => expect(widgetOptions).toHaveLength(2));
  invokeCallback('callback', 'for the mail');
  await userEvent.click(screen.getByRole('button', { name: 'Send email' }));
  await waitFor(() => expect(backend).toHaveBeenCalledTimes(2));
  expect(backend.mock.calls[1]?.[0]).toBe('/auth/v1/recover');
  expect(tokenOf(1)).toBe('for the mail');
});

test('A code needs no captcha, and a request for another email needs one', async () => {
  await renderScreen('To the code');
  expect(screen.queryByRole('group', { name: 'Security check' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Resend email' }));
  await loadWidget();
  expect(await screen.findByText(/Please complete the security check/)).toBeDefined();
  expect(backend).not.toHaveBeenCalled();
  invokeCallback('callback', 'once more');
  await userEvent.click(screen.getByRole('button', { name: 'Resend email' }));
  await waitFor(() => expect(backend).toHaveBeenCalledTimes(1));
  expect(backend.mock.calls[0]?.[0]).toBe('/auth/v1/resend');
  expect(tokenOf(0)).toBe('once more');
});

test('The hCaptcha widget is loaded from its host and shows its challenge inside the dialog', async () => {
  serve({ provider: 'hcaptcha', siteKey: 'site' });
  await renderScreen('To log in');
  await loadWidget('hcaptcha', 'js.hcaptcha.com');
  expect(widgetOptions[0]).toMatchObject({ sitekey: 'site', theme: 'light' });
  expect(
    screen.getByRole('dialog').contains(widgetOptions[0]?.['challenge-container'] as Node),
  ).toBe(true);
});

test('A page without a captcha provider shows no captcha and loads no script', async () => {
  serve(null);
  rejectRequests(400, 'invalid_credentials');
  await renderScreen('To log in');
  await fillLogIn();
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  await waitFor(() => expect(backend).toHaveBeenCalledTimes(1));
  expect(tokenOf(0)).toBeUndefined();
  expect(screen.queryByRole('group', { name: 'Security check' })).toBeNull();
  expect(document.querySelector('script[src]')).toBeNull();
});
