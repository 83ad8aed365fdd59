import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from './session-context.ts';

const USER_ID = '11111111-1111-4111-8111-111111111111';
const backend = vi.fn<(url: string) => Promise<Response>>();

beforeEach(() => {
  // The backend client is a module-level singleton.
  vi.resetModules();
  localStorage.clear();
  document.head.innerHTML =
    '<script type="application/json" id="beaconpay-config">{"supabaseUrl":"http://backend.test","publishableKey":"key"}</script>';
  backend.mockReset();
  vi.stubGlobal('fetch', (input: RequestInfo | URL) =>
    backend(input instanceof Request ? input.url : input.toString()),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function createSession() {
  const expiresAtS = Math.floor(Date.now() / 1000) + 3600;
  const claims = btoa(JSON.stringify({ sub: USER_ID, exp: expiresAtS, role: 'authenticated' }));
  return {
    access_token: `${btoa('{"alg":"HS256"}')}.${claims}.signature`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAtS,
    user: { id: USER_ID, email: 'ada@example.com' },
  };
}

function storeSession() {
  localStorage.setItem('sb-backend-auth-token', JSON.stringify(createSession()));
}

function respondWithProfile(status: number, body: object) {
  backend.mockImplementation(() => Promise.resolve(Response.json(body, { status })));
}

async function renderApp() {
  const [{ SessionProvider }, { useSession }, { createQueryClient }] = await Promise.all([
    import('./session-provider.tsx'),
    import('./session-context.ts'),
    import('../components/loading/query-client.ts'),
  ]);
  const seen: { session: Session | null } = { session: null };
  function App() {
    const session = useSession();
    // oxlint-disable-next-line react/immutability -- what the tests look at
    seen.session = session;
    return <p>The app of {session.profile?.full_name ?? session.user?.email ?? 'a visitor'}</p>;
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider>
        <App />
      </SessionProvider>
    </QueryClientProvider>,
  );
  return seen;
}

test('a visitor without a stored session sees the app immediately, and no request is sent', async () => {
  await renderApp();
  expect(screen.getByText('The app of a visitor')).toBeDefined();
  expect(backend).not.toHaveBeenCalled();
});

/** @covers 4.app-state.1, 4.route-guard.1 */
test('the app is hidden until the session and the profile are loaded', async () => {
  storeSession();
  respondWithProfile(200, { id: USER_ID, full_name: 'Ada Lovelace', account_type: 'business' });
  const seen = await renderApp();
  expect(screen.getByText('Loading…')).toBeDefined();
  expect(screen.queryByText(/The app of/)).toBeNull();
  expect(await screen.findByText('The app of Ada Lovelace')).toBeDefined();
  expect(seen.session?.profile?.account_type).toBe('business');
  expect(backend).toHaveBeenCalledTimes(1);
});

/** @covers 4.app-state.3, 8.logging.2 */
test('a profile that does not exist results in no profile and no log entry', async () => {
  storeSession();
  respondWithProfile(406, { code: 'PGRST116', message: 'no rows', details: null, hint: null });
  const seen = await renderApp();
  expect(await screen.findByText('The app of ada@example.com')).toBeDefined();
  expect(seen.session?.profile).toBeNull();
});

/** @covers 4.app-state.3, 4.route-guard.4, 8.logging.1 */
test('any other profile error is logged as "Error fetching profile:" and results in no profile', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  storeSession();
  respondWithProfile(400, {
    code: '42501',
    message: 'permission denied',
    details: null,
    hint: null,
  });
  const seen = await renderApp();
  expect(await screen.findByText('The app of ada@example.com')).toBeDefined();
  expect(seen.session?.profile).toBeNull();
  expect(log.mock.calls[0]?.[0]).toBe('Error fetching profile:');
  log.mockClear();
});

/** @covers 4.app-state.1 */
test('a request without a response shows the buttons Retry and Continue anyway', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  storeSession();
  backend.mockImplementation(() => new Promise(() => undefined));
  await renderApp();
  await act(() => vi.advanceTimersByTimeAsync(8_500));
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  act(() => screen.getByRole('button', { name: 'Continue anyway' }).click());
  expect(screen.getByText('The app of ada@example.com')).toBeDefined();
});

test('a remounted provider uses the existing client, and an unmounted provider sends no requests', async () => {
  storeSession();
  respondWithProfile(200, { id: USER_ID, full_name: 'Ada Lovelace', account_type: 'personal' });
  await renderApp();
  await screen.findByText('The app of Ada Lovelace');
  cleanup();

  await renderApp();
  expect(await screen.findByText('The app of Ada Lovelace')).toBeDefined();
  backend.mockReset();
  backend.mockImplementation((url) =>
    Promise.resolve(
      url.includes('/auth/v1/token')
        ? Response.json(createSession())
        : Response.json({ id: USER_ID, full_name: 'Ada King', account_type: 'personal' }),
    ),
  );
  const { loadSupabase } = await import('../lib/supabase.ts');
  const { auth } = await loadSupabase();
  await act(() => auth.refreshSession());
  expect(await screen.findByText('The app of Ada King')).toBeDefined();
  const requestedPaths = backend.mock.calls.map(([url]) => new URL(url).pathname);
  expect(requestedPaths).toEqual(['/auth/v1/token', '/rest/v1/profiles']);
});

test('a session stored by another tab signs this tab in', async () => {
  respondWithProfile(200, { id: USER_ID, full_name: 'Ada Lovelace', account_type: 'personal' });
  await renderApp();
  storeSession();
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'sb-backend-auth-token', newValue: 'stored' }),
  );
  expect(await screen.findByText('The app of Ada Lovelace')).toBeDefined();
});
