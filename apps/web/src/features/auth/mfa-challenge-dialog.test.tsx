import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '../../components/ui/toaster.tsx';
import { createQueryClient } from '../../components/loading/query-client.ts';
import { sessionStorageKey } from '../../lib/configuration.ts';
import { MfaChallengeDialog } from './mfa-challenge-dialog.tsx';
import { SessionProvider } from '../../session/session-provider.tsx';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { useSession } from '../../session/session-context.ts';

const CONFIGURATION = { supabaseUrl: 'http://backend.test', publishableKey: 'key' };
const FACTOR = { id: 'app-1', factor_type: 'totp', status: 'verified' };
const USER = { id: 'user-1', email: 'ada@example.com', factors: [FACTOR] };

function sessionAt(aal: string) {
  const expiresAtS = Math.floor(Date.now() / 1000) + 3600;
  const part = (content: object) => btoa(JSON.stringify(content)).replaceAll('=', '');
  const token = `${part({ alg: 'none' })}.${part({ sub: USER.id, aal, exp: expiresAtS })}.sign`;
  return {
    access_token: token,
    refresh_token: `refresh-${aal}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAtS,
    user: USER,
  };
}

const calls = vi.fn<(path: string, body: unknown) => Response>();

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = `<script type="application/json" id="beaconpay-config">${JSON.stringify(CONFIGURATION)}</script>`;
  localStorage.setItem(sessionStorageKey(CONFIGURATION), JSON.stringify(sessionAt('aal1')));
  calls.mockReset();
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const { pathname } = new URL(input);
    if (pathname === '/auth/v1/user') return Promise.resolve(Response.json(USER));
    const body = (init?.body as string | undefined) ?? 'null';
    return Promise.resolve(calls(pathname, JSON.parse(body)));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function Screen() {
  const { user } = useSession();
  const { dialog } = useAuthDialogs();
  return (
    <>
      <p>{user === null ? 'No user is in' : `${user.email ?? ''} is in`}</p>
      {dialog?.name === 'mfa-challenge' && <MfaChallengeDialog />}
      <Toaster />
    </>
  );
}

/** @covers 7.18 */
test('A user with a verified factor is signed in only after a valid second factor, and a wrong code shows an error', async () => {
  calls.mockImplementation((path, body) => {
    if (path === '/auth/v1/factors/app-1/challenge') return Response.json({ id: 'challenge-1' });
    if (path === '/auth/v1/factors/app-1/verify') {
      return Response.json(
        { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' },
        { status: 422, headers: { 'X-Supabase-Api-Version': '2024-01-01' } },
      );
    }
    if (path === '/auth/v1/factors/recovery-codes/verify') {
      expect(body).toEqual({ code: 'abcd-efgh-jkmn-pqrs' });
      return Response.json(sessionAt('aal2'));
    }
    return Response.json({ code: 'PGRST116', message: 'no row' }, { status: 406 });
  });
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider>
        <Screen />
      </SessionProvider>
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('dialog', { name: 'Two-step verification' })).toBeDefined();
  expect(screen.getByText('No user is in')).toBeDefined();
  expect(calls.mock.calls.filter(([path]) => path.includes('/rest/'))).toEqual([]);

  const field = screen.getByLabelText('6-digit code');
  expect(field.getAttribute('autocomplete')).toBe('one-time-code');
  await user.type(field, '12 34');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Enter the 6-digit code.')).toBeDefined();
  expect(calls).not.toHaveBeenCalled();
  await user.clear(field);
  await user.click(field);
  await user.paste('123 456');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() =>
    expect(calls).toHaveBeenCalledWith('/auth/v1/factors/app-1/verify', {
      challenge_id: 'challenge-1',
      code: '123456',
    }),
  );
  expect(
    (await screen.findAllByText("That code isn't right. Enter the latest one.")).length,
  ).toBeGreaterThan(0);

  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByLabelText('Recovery code'), ' abcd-efgh-jkmn-pqrs ');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('ada@example.com is in')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});
