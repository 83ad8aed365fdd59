import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { retryDelayMs } from './realtime-client.ts';
import { createBackend } from './supabase-client.ts';
import type { Backend } from './supabase.ts';

// The behaviour of the Supabase client that the app relies on. Only the network is mocked.

const STORAGE_KEY = 'sb-abc-auth-token';
const NOW_S = () => Math.floor(Date.now() / 1000);

interface MockResponse {
  status?: number;
  body?: unknown;
}

type Network = (path: string, init: RequestInit) => MockResponse | Promise<MockResponse>;

let backends: Backend[] = [];
let requests: string[] = [];

function setConfiguration(configuration: object): void {
  document.head.innerHTML = `<script type="application/json" id="beaconpay-config">${JSON.stringify(configuration)}</script>`;
}

/** A client for a URL, with a network that returns the given responses. */
function createTestBackend(network: Network = () => ({ status: 500 }), address = '/'): Backend {
  window.history.replaceState(null, '', address);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace('https://abc.supabase.co/auth/v1/', '');
    requests.push(`${init.method ?? 'GET'} ${path}`);
    const { status = 200, body = {} } = await network(path, init);
    return new Response(JSON.stringify(body), { status });
  });
  const backend = createBackend();
  backends.push(backend);
  return backend;
}

const user = { id: '5f0c1f4e-0000-4000-8000-000000000001', aud: 'authenticated', factors: [] };

/** An access token with a signature that is not checked, unless a test passes another one. */
function accessToken(header: object = { alg: 'HS256' }, signature = 'AA'): string {
  const claims = { sub: user.id, exp: NOW_S() + 3600, aal: 'aal1', amr: [] };
  const encode = (part: object) => btoa(JSON.stringify(part)).replace(/=+$/, '');
  return `${encode(header)}.${encode(claims)}.${signature}`;
}

function sessionResponse(refreshToken = 'first'): MockResponse {
  return {
    body: {
      access_token: accessToken(),
      refresh_token: refreshToken,
      expires_in: 3600,
      token_type: 'bearer',
      user,
    },
  };
}

function storeSession(expiresAtS = NOW_S() + 3600): void {
  const { body } = sessionResponse();
  localStorage.setItem(
    STORAGE_KEY,
    JSON.stringify({ ...(body as object), expires_at: expiresAtS }),
  );
}

beforeEach(() => {
  localStorage.clear();
  requests = [];
  setConfiguration({ supabaseUrl: 'https://abc.supabase.co', publishableKey: 'sb_publishable_x' });
});

afterEach(async () => {
  for (const backend of backends) await backend.auth.dispose();
  backends = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
  window.history.replaceState(null, '', '/');
});

describe('required arguments', () => {
  /** @covers 5.auth-service.5 */
  test('the client needs a URL and a key', async () => {
    const { createClient } = await import('@supabase/supabase-js');
    expect(() => createClient('', 'key')).toThrow('supabaseUrl is required.');
    setConfiguration({ supabaseUrl: 'https://abc.supabase.co' });
    expect(() => createBackend()).toThrow('supabaseKey is required.');
  });

  /** @covers 5.auth-service.1 */
  test('a sign-up and a sign-in need an email address or a phone number, and a password', async () => {
    const { auth } = createTestBackend();
    const message = 'You must provide either an email or phone number and a password';
    const nothing = { password: 'secret' } as { email: string; password: string };
    expect((await auth.signUp(nothing)).error?.message).toBe(message);
    expect((await auth.signInWithPassword(nothing)).error?.message).toBe(message);
    expect(requests).toEqual([]);
  });

  /** @covers 5.auth-service.2 */
  test('a sign-in with a one-time code needs an email address or a phone number', async () => {
    const { auth } = createTestBackend();
    const { error } = await auth.signInWithOtp({} as { email: string });
    expect(error?.message).toBe('You must provide either an email or phone number.');
    expect(requests).toEqual([]);
  });

  /** @covers 5.auth-service.3 */
  test('a resend needs an email address or a phone number, and a type', async () => {
    const { auth } = createTestBackend();
    const { error } = await auth.resend({} as { type: 'signup'; email: string });
    expect(error?.message).toBe('You must provide either an email or phone number and a type');
    expect(requests).toEqual([]);
  });

  /** @covers 5.auth-service.4 */
  test('setSession needs an access token and a refresh token', async () => {
    const { auth } = createTestBackend();
    const token = accessToken();
    for (const half of [
      { access_token: token, refresh_token: '' },
      { access_token: '', refresh_token: 'first' },
    ]) {
      expect((await auth.setSession(half)).error?.name).toBe('AuthSessionMissingError');
    }
    expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
  });
});

describe('auth events', () => {
  async function eventsOf(backend: Backend, act: () => Promise<unknown>): Promise<string[]> {
    await backend.auth.initialize();
    const events: string[] = [];
    backend.auth.onAuthStateChange((event) => events.push(event));
    await expect.poll(() => events).toContain('INITIAL_SESSION');
    await act();
    await expect.poll(() => events.length).toBeGreaterThan(1);
    return events;
  }

  /** @covers 4.authentication.1, 4.authentication.2 */
  test('are sent for the initial session, a sign-in, a token refresh, a user update and a sign-out', async () => {
    const backend = createTestBackend((path) =>
      path.startsWith('user') ? { body: user } : sessionResponse(),
    );
    const { auth } = backend;
    const events = await eventsOf(backend, async () => {
      await auth.signInWithPassword({ email: 'ada@example.com', password: 'secret' });
      await auth.refreshSession();
      await auth.updateUser({ password: 'another secret' });
      await auth.signOut();
    });
    expect(events).toEqual([
      'INITIAL_SESSION',
      'SIGNED_IN',
      'TOKEN_REFRESHED',
      'USER_UPDATED',
      'SIGNED_OUT',
    ]);
  });

  /** @covers 4.authentication.1, 4.authentication.2 */
  test('are sent for a verified second factor', async () => {
    const backend = createTestBackend(() => sessionResponse());
    const { auth } = backend;
    const events = await eventsOf(backend, async () => {
      await auth.signInWithPassword({ email: 'ada@example.com', password: 'secret' });
      await auth.mfa.verify({ factorId: 'f', challengeId: 'c', code: '123456' });
    });
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
  });

  /** @covers 4.authentication.1, 4.authentication.2 */
  test('are sent for a password recovery link', async () => {
    const found = new URLSearchParams({
      access_token: accessToken(),
      refresh_token: 'first',
      expires_in: '3600',
      token_type: 'bearer',
      type: 'recovery',
    });
    const events: string[] = [];
    const { auth } = createTestBackend(() => ({ body: user }), `/#${found.toString()}`);
    auth.onAuthStateChange((event) => events.push(event));
    await expect.poll(() => events).toContain('PASSWORD_RECOVERY');
  });
});

describe('a redirect URL', () => {
  /** @covers 5.auth-service.6, 8.auth-errors.2 */
  test('with incomplete tokens is rejected', async () => {
    const { auth } = createTestBackend(() => ({ body: user }), '/#access_token=half');
    expect((await auth.initialize()).error?.message).toBe('No session defined in URL');
    expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
  });

  /** @covers 4.authentication.6 */
  test('with an authorization code signs the user in with the stored code verifier', async () => {
    localStorage.setItem(`${STORAGE_KEY}-code-verifier`, '"verifier"');
    const { auth } = createTestBackend(() => sessionResponse(), '/about?code=abc');
    expect((await auth.initialize()).error).toBeNull();
    expect(requests).toEqual(['POST token?grant_type=pkce']);
    expect(localStorage.getItem(STORAGE_KEY)).not.toBeNull();
    expect(window.location.href).not.toContain('code');
  });

  test('with tokens signs the user in, although flows that the app starts use PKCE', async () => {
    const bodies: string[] = [];
    const found = new URLSearchParams({
      access_token: accessToken(),
      refresh_token: 'first',
      expires_in: '3600',
      token_type: 'bearer',
    });
    const { auth } = createTestBackend((path, init) => {
      if (typeof init.body === 'string') bodies.push(init.body);
      return path.startsWith('recover') ? {} : { body: user };
    }, `/#${found.toString()}`);
    expect((await auth.initialize()).error).toBeNull();
    expect(localStorage.getItem(STORAGE_KEY)).not.toBeNull();
    expect(window.location.hash).toBe('');
    await auth.resetPasswordForEmail('ada@example.com');
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ code_challenge_method: 's256' });
  });

  const linkOf = (change: Record<string, string> = {}) =>
    `/about#${new URLSearchParams({
      access_token: accessToken({ alg: 'HS256', kid: 'of-the-link' }),
      refresh_token: 'of-the-link',
      expires_in: '3600',
      token_type: 'bearer',
      type: 'magiclink',
      ...change,
    }).toString()}`;

  test('with tokens does not replace the stored session before the tokens are accepted, and they are removed from the URL', async () => {
    storeSession();
    const stored = localStorage.getItem(STORAGE_KEY);
    const { auth, sessionLink } = createTestBackend(() => ({ body: user }), linkOf());
    expect(window.location.href).toMatch(/\/about$/);
    expect((await auth.initialize()).error).toBeNull();
    expect(localStorage.getItem(STORAGE_KEY)).toBe(stored);
    expect((await sessionLink?.findOwner())?.id).toBe(user.id);
    await sessionLink?.accept();
    expect((await auth.getSession()).data.session?.refresh_token).toBe('of-the-link');
  });

  test('with tokens of an ended session does not end the stored session', async () => {
    storeSession();
    const { auth, sessionLink } = createTestBackend(
      () => ({ status: 403, body: { error_code: 'session_not_found', msg: 'Session not found' } }),
      linkOf(),
    );
    await expect(sessionLink?.findOwner()).rejects.toThrow();
    expect((await auth.getSession()).data.session?.refresh_token).toBe('first');
  });

  test.each([
    ['incomplete tokens', linkOf({ refresh_token: '' })],
    ['rejected tokens', linkOf()],
    ['tokens in the query', '/about?tab=a&access_token=a&refresh_token=b'],
  ])('with %s keeps no token in the URL and adds no history entry', async (_case, address) => {
    const steps = window.history.length;
    const { auth } = createTestBackend(
      () => ({ status: 403, body: { msg: 'invalid JWT' } }),
      address,
    );
    await auth.initialize();
    expect(window.location.href).not.toMatch(/token/);
    expect(window.history.length).toBe(steps);
    expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
  });

  /** @covers 8.auth-errors.2 */
  test('with an authorization code is rejected by a client for the implicit flow', async () => {
    const { createClient } = await import('@supabase/supabase-js');
    window.history.replaceState(null, '', '/?code=abc');
    localStorage.setItem(`${STORAGE_KEY}-code-verifier`, '"verifier"');
    const { auth } = createClient('https://abc.supabase.co', 'key', {
      auth: { storageKey: STORAGE_KEY },
    });
    expect((await auth.initialize()).error?.message).toBe('Not a valid implicit grant flow url.');
    await auth.dispose();
  });

  /** @covers 5.auth-service.6 */
  test('with an error description is rejected with this description', async () => {
    const { auth } = createTestBackend(undefined, '/#error=x&error_description=Link+has+expired');
    expect((await auth.initialize()).error?.message).toBe('Link has expired');
  });

  /** @covers 8.auth-errors.3 */
  test.each(['identity_already_exists', 'identity_not_found', 'single_identity_not_deletable'])(
    'with the error code %s does not end the stored session',
    async (code) => {
      storeSession();
      const { auth } = createTestBackend(undefined, `/#error=server_error&error_code=${code}`);
      expect((await auth.initialize()).error).not.toBeNull();
      expect(localStorage.getItem(STORAGE_KEY)).not.toBeNull();
    },
  );

  /** @covers 9.21 */
  test('with a session older than 120 seconds causes a warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const staleWarnings = () =>
      warn.mock.calls.filter(([text]) =>
        String(text).includes('issued over 120s ago, URL could be stale'),
      );
    const addressOfAge = (ageS: number) =>
      `/#${new URLSearchParams({
        access_token: accessToken(),
        refresh_token: 'first',
        expires_in: '3600',
        expires_at: String(NOW_S() - ageS + 3600),
        token_type: 'bearer',
      }).toString()}`;
    const fresh = createTestBackend(() => ({ body: user }), addressOfAge(110));
    await fresh.auth.initialize();
    expect(staleWarnings()).toHaveLength(0);
    localStorage.clear();
    const stale = createTestBackend(() => ({ body: user }), addressOfAge(125));
    await stale.auth.initialize();
    expect(staleWarnings()).toHaveLength(1);
    warn.mockRestore();
  });
});

describe('a session', () => {
  /** @covers 8.auth-errors.1 */
  test('is reported as missing if none is stored', async () => {
    const { auth } = createTestBackend();
    expect((await auth.getUser()).error?.message).toBe('Auth session missing!');
    expect((await auth.refreshSession()).error?.message).toBe('Auth session missing!');
  });

  /** @covers 8.auth-errors.4 */
  test.each([401, 403])(
    'is removed if the auth service responds with session_not_found and status %d',
    async (status) => {
      storeSession();
      const { auth } = createTestBackend(() => ({
        status,
        body: { error_code: 'session_not_found', msg: 'Session not found' },
      }));
      expect((await auth.getUser()).error).not.toBeNull();
      expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
    },
  );

  /** @covers 8.auth-errors.4 */
  test.each([
    ['the session has ended', 'session_not_found'],
    ['the user was deleted', 'user_not_found'],
  ])(
    'is checked once after the data API responds with 401, and is removed if %s',
    async (_case, code) => {
      storeSession();
      const { auth, from } = createTestBackend((path) =>
        path.includes('/rest/v1/')
          ? { status: 401, body: { code: 'PGRST301', message: 'JWT session has ended' } }
          : { status: 403, body: { error_code: code, msg: 'Not found' } },
      );
      const events: string[] = [];
      auth.onAuthStateChange((event) => events.push(event));
      const responses = await Promise.all([from('orders').select(), from('recharges').select()]);
      expect(responses.map(({ error }) => error?.message)).toEqual(
        Array(2).fill('JWT session has ended'),
      );
      await expect.poll(() => events).toContain('SIGNED_OUT');
      expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
      expect(requests.filter((request) => request === 'GET user')).toHaveLength(1);
    },
  );

  test('is kept after the data API responds with 401 if the auth service accepts it', async () => {
    storeSession();
    const { from } = createTestBackend((path) =>
      path.includes('/rest/v1/') ? { status: 401, body: { message: 'no' } } : { body: user },
    );
    expect((await from('orders').select()).error?.message).toBe('no');
    await expect.poll(() => requests).toContain('GET user');
    expect((await from('orders').select()).error?.message).toBe('no');
    expect(localStorage.getItem(STORAGE_KEY)).not.toBeNull();
  });

  /** @covers 8.auth-errors.1, 9.32 */
  test('is rejected if the signature of its access token does not match the published key', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ]);
    const key = {
      ...(await crypto.subtle.exportKey('jwk', pair.publicKey)),
      kid: 'k',
      alg: 'ES256',
    };
    const { auth } = createTestBackend(() => ({ body: { keys: [key] } }));
    const forged = accessToken({ alg: 'ES256', kid: 'k' }, 'A'.repeat(86));
    const { data, error } = await auth.getClaims(forged);
    expect(error?.message).toBe('Invalid JWT signature');
    expect(data).toBeNull();
  });

  /** @covers 8.auth-errors.1 */
  test.each([
    ['no key is published', []],
    ['no published key matches', [{ kid: 'other', kty: 'EC' }]],
  ])('is verified by the auth service if %s', async (_case, keys) => {
    const { auth } = createTestBackend((path) =>
      path.startsWith('.well-known')
        ? { body: { keys } }
        : { status: 403, body: { message: 'invalid JWT' } },
    );
    const { data, error } = await auth.getClaims(accessToken({ alg: 'ES256', kid: 'unknown' }));
    expect(error?.message).toBe('invalid JWT');
    expect(data).toBeNull();
    expect(requests).toEqual(['GET .well-known/jwks.json', 'GET user']);
  });
});

test('a session is kept in memory if it does not fit into the storage', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  const { auth } = createTestBackend(() => sessionResponse());
  const { error } = await auth.signInWithPassword({ email: 'ada@example.com', password: 'secret' });
  full.mockRestore();
  expect(error).toBeNull();
  expect((await auth.getSession()).data.session?.user.id).toBe(user.id);
  expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
});

/** @covers 9.20 */
test('a failed token refresh is retried after 200 ms, and the delay doubles for each retry', async () => {
  vi.useFakeTimers();
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const triedAtMs: number[] = [];
  const { auth } = createTestBackend(() => {
    triedAtMs.push(Date.now());
    throw new TypeError('Failed to fetch');
  });
  const refreshed = auth.refreshSession({ refresh_token: 'first' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await refreshed).error?.name).toBe('AuthRetryableFetchError');
  const waitsMs = triedAtMs.slice(1).map((time, index) => time - (triedAtMs[index] ?? 0));
  expect(waitsMs.slice(0, 5)).toEqual([200, 400, 800, 1600, 3200]);
  logged.mockClear();
});

/** @covers 9.32 */
test('a session that expires soon is refreshed on start', async () => {
  storeSession(NOW_S() + 30);
  const { auth } = createTestBackend(() => sessionResponse('second'));
  const { data } = await auth.getSession();
  expect(data.session?.refresh_token).toBe('second');
  expect(requests).toEqual(['POST token?grant_type=refresh_token']);
});

/** @covers 4.authentication.5 */
test('a session is refreshed before it expires while the page is open', async () => {
  vi.useFakeTimers();
  storeSession();
  const { auth } = createTestBackend(() => sessionResponse(`refreshed-${String(requests.length)}`));
  await auth.initialize();
  await vi.advanceTimersByTimeAsync(50 * 60_000);
  expect(requests).toEqual([]);
  for (const refreshes of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(requests).toEqual(Array(refreshes).fill('POST token?grant_type=refresh_token'));
  }
});

describe('the Realtime socket', () => {
  /** A WebSocket to a Realtime service that accepts every join. */
  class FakeWebSocket {
    static opened: FakeWebSocket[] = [];
    readyState = 0;
    readonly sentMessages: [
      string | null,
      string | null,
      string,
      string,
      { access_token?: string },
    ][] = [];
    onopen: (() => void) | null = null;
    onclose: ((event: object) => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onerror: (() => void) | null = null;
    readonly url: string;

    constructor(url: string) {
      this.url = url;
      FakeWebSocket.opened.push(this);
      setTimeout(() => {
        this.readyState = 1;
        this.onopen?.();
      });
    }
    send(text: string) {
      const message = JSON.parse(text) as FakeWebSocket['sentMessages'][number];
      this.sentMessages.push(message);
      const [joinRef, ref, topic] = message;
      const reply = [joinRef, ref, topic, 'phx_reply', { status: 'ok', response: {} }];
      setTimeout(() => this.onmessage?.({ data: JSON.stringify(reply) }));
    }
    close() {
      this.readyState = 3;
      setTimeout(() => this.onclose?.({ code: 1000 }));
    }
    tokensOf(event: string) {
      return this.sentMessages.filter((one) => one[3] === event).map((one) => one[4].access_token);
    }
  }

  beforeEach(() => {
    FakeWebSocket.opened = [];
    vi.stubGlobal('WebSocket', FakeWebSocket);
  });

  async function join(backend: Backend): Promise<FakeWebSocket> {
    const realtime = await backend.loadRealtime();
    await realtime.setAuth();
    await new Promise((resolve) => {
      realtime.channel('room').subscribe((status: string) => {
        if (status === 'SUBSCRIBED') resolve(undefined);
      });
    });
    const [socket] = FakeWebSocket.opened;
    if (socket === undefined) throw new Error('No socket was opened.');
    return socket;
  }

  /** @covers realtime.in-the-product.6 */
  test('is opened by the first channel at the URL of the Realtime service', async () => {
    storeSession();
    const backend = createTestBackend(() => ({ body: user }));
    await backend.auth.getSession();
    expect(await backend.loadRealtime()).toBe(await backend.loadRealtime());
    expect(FakeWebSocket.opened).toEqual([]);
    const { url } = await join(backend);
    expect(url).toMatch(
      /^wss:\/\/abc\.supabase\.co\/realtime\/v1\/websocket\?apikey=sb_publishable_x/,
    );
  });

  /** @covers realtime.in-the-product.5 */
  test('joins with the access token, sends the refreshed access token, and is closed by a sign-out', async () => {
    storeSession();
    const refreshed = accessToken({ alg: 'HS256', kid: 'refreshed' });
    const backend = createTestBackend((path) =>
      path.startsWith('token')
        ? { body: { ...(sessionResponse('second').body as object), access_token: refreshed } }
        : { body: user },
    );
    const { data } = await backend.auth.getSession();
    const socket = await join(backend);
    expect(socket.tokensOf('phx_join')).toEqual([data.session?.access_token]);
    await backend.auth.refreshSession();
    await expect.poll(() => socket.tokensOf('access_token')).toEqual([refreshed]);
    expect(socket.readyState).toBe(1);
    await backend.auth.signOut();
    await expect.poll(() => socket.readyState).toBe(3);
    expect(FakeWebSocket.opened).toHaveLength(1);
  });
});

/** @covers realtime.in-the-product.4 */
test('Failed joins are retried with increasing, random delays', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(1);
  const longestMs = [1, 2, 3, 4, 5, 6, 100].map(retryDelayMs);
  expect(longestMs).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  random.mockReturnValue(0);
  expect(retryDelayMs(3)).toBe(2000);
  random.mockRestore();
});
