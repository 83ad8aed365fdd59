import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '../../components/ui/toaster.tsx';
import { createQueryClient } from '../../components/loading/query-client.ts';
import { sessionStorageKey } from '../../lib/configuration.ts';
import type { Factor } from '../../session/mfa/factor-kinds.ts';
import { SessionContext } from '../../session/session-context.ts';
import EnrolmentDialog from './enrolment-dialog.tsx';

const CONFIGURATION = { supabaseUrl: 'http://backend.test', publishableKey: 'key' };
const EXPIRES_AT_S = Math.floor(Date.now() / 1000) + 3600;
const KEY_CHALLENGE = {
  id: 'challenge-1',
  type: 'webauthn',
  expires_at: EXPIRES_AT_S,
  webauthn: {
    type: 'create',
    credential_options: {
      publicKey: {
        challenge: 'Y2hhbGxlbmdl',
        rp: { id: 'localhost', name: 'BeaconPay' },
        user: { id: 'dXNlcg', name: 'ada@example.com', displayName: 'ada@example.com' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      },
    },
  },
};

const backend = vi.fn<(call: string, body: unknown) => Response>();
const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>();

function errorResponse(status: number, code: string): Response {
  return Response.json(
    { code, message: 'words of the server' },
    { status, headers: { 'X-Supabase-Api-Version': '2024-01-01' } },
  );
}

function offerFactors(factors: readonly string[]) {
  document.head.innerHTML = `<script type="application/json" id="beaconpay-config">${JSON.stringify({ ...CONFIGURATION, factors })}</script>`;
}

beforeEach(() => {
  offerFactors(['webauthn', 'phone']);
  const session = {
    access_token: `${btoa('{}')}.${btoa(JSON.stringify({ exp: EXPIRES_AT_S }))}.sign`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: EXPIRES_AT_S,
    user: { id: 'user-1', factors: [] },
  };
  localStorage.setItem(sessionStorageKey(CONFIGURATION), JSON.stringify(session));
  create.mockReset();
  backend.mockReset();
  backend.mockImplementation((call) => {
    if (call === 'POST /auth/v1/factors') return Response.json({ id: 'new-1', type: 'webauthn' });
    if (call === 'POST /auth/v1/factors/new-1/challenge') return Response.json(KEY_CHALLENGE);
    return Response.json({ id: 'user-1', factors: [] });
  });
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const call = `${init?.method ?? 'GET'} ${new URL(input).pathname}`;
    return Promise.resolve(backend(call, JSON.parse((init?.body as string | undefined) ?? 'null')));
  });
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function factorOf(factor_type: Factor['factor_type'], friendly_name: string) {
  return { id: friendly_name, factor_type, friendly_name, status: 'verified' } as Factor;
}

function renderDialog(factors: Factor[] = []) {
  const session = {
    status: 'signed-in' as const,
    user: { id: 'user-1', factors } as never,
    profile: null,
    isProfileLoading: false,
    reloadProfile: () => Promise.resolve(),
  };
  const onClose = vi.fn();
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionContext value={session}>
        <EnrolmentDialog onClose={onClose} />
        <Toaster />
      </SessionContext>
    </QueryClientProvider>,
  );
  return { onClose, unmount };
}

const selectFactor = (kind: RegExp) => userEvent.click(screen.getByRole('radio', { name: kind }));
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const callsTo = (call: string) => backend.mock.calls.filter(([sentCall]) => sentCall === call);

/** @covers 7.18 */
test.each([
  [422, 'mfa_factor_name_conflict', 'You already have one with this name. Choose another name.'],
  [422, 'too_many_enrolled_mfa_factors', /reached the maximum number/],
  [422, 'mfa_verified_factor_exists', /already added a phone/],
  [422, 'mfa_phone_enroll_not_enabled', /Phones can't be used right now/],
  [422, 'mfa_webauthn_enroll_not_enabled', /Security keys can't be used right now/],
  [403, 'insufficient_aal', /Complete two-step verification first/],
  [429, 'over_request_rate_limit', /Too many attempts/],
])(
  'An enrolment that fails with %i %s shows the message for its error code',
  async (status, code, expectedText) => {
    backend.mockImplementation((call) =>
      call === 'POST /auth/v1/factors'
        ? errorResponse(status, code)
        : Response.json({ id: 'user-1', factors: [] }),
    );
    renderDialog();
    await clickButton('Continue');
    expect(await screen.findByText(expectedText)).toBeDefined();
    expect(screen.queryByText('words of the server')).toBeNull();
    const isAboutTheName = code === 'mfa_factor_name_conflict';
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe(String(isAboutTheName));
  },
);

test('A phone number that cannot receive texts and a rate limit for codes show an error at the field', async () => {
  backend.mockImplementation((call) => {
    if (call === 'POST /auth/v1/factors') return errorResponse(400, 'validation_failed');
    return Response.json({ id: 'user-1', factors: [] });
  });
  renderDialog();
  await selectFactor(/Phone/);
  await userEvent.type(screen.getByLabelText('Phone number'), '+44 (7700) 900-123');
  await clickButton('Send code');
  expect(await screen.findByText("We can't send texts to this number.")).toBeDefined();
  expect(callsTo('POST /auth/v1/factors')[0]?.[1]).toMatchObject({
    factor_type: 'phone',
    friendly_name: 'Phone',
    phone: '+447700900123',
  });

  backend.mockImplementation((call) => {
    if (call === 'POST /auth/v1/factors') return Response.json({ id: 'new-1', type: 'phone' });
    if (call.endsWith('/challenge')) return errorResponse(429, 'over_sms_send_rate_limit');
    return Response.json({ id: 'user-1', factors: [] });
  });
  await clickButton('Send code');
  expect(await screen.findByText(/before asking for another code/)).toBeDefined();
  expect(callsTo('DELETE /auth/v1/factors/new-1')).toHaveLength(1);
});

/** @covers 7.18 */
test.each([
  ['NotAllowedError', /Your security key didn't respond/],
  ['InvalidStateError', /This security key is already set up/],
  ['NotSupportedError', /can't be used here/],
])(
  'A security key that the browser rejects with %s shows an error, is removed, and can be tried again',
  async (name, expectedText) => {
    create.mockRejectedValue(Object.assign(new Error('words of the browser'), { name }));
    renderDialog();
    await selectFactor(/Security key/);
    await clickButton('Use security key');
    expect(await screen.findByText(expectedText)).toBeDefined();
    expect(callsTo('DELETE /auth/v1/factors/new-1')).toHaveLength(1);
    await clickButton('Use security key');
    await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
  },
);

test('A closed dialog cancels the security key prompt of the browser and removes the factor', async () => {
  create.mockImplementation(
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  const { unmount } = renderDialog();
  await selectFactor(/Security key/);
  await clickButton('Use security key');
  await waitFor(() => expect(create).toHaveBeenCalled());
  unmount();
  expect(create.mock.calls[0]?.[0].signal?.aborted).toBe(true);
  await waitFor(() => expect(callsTo('DELETE /auth/v1/factors/new-1')).toHaveLength(1));
});

test('Only the factors that the backend supports are offered, and unavailable factors are disabled', () => {
  offerFactors([]);
  const first = renderDialog();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Authenticator app');
  first.unmount();

  offerFactors(['webauthn', 'phone']);
  vi.stubGlobal('PublicKeyCredential', undefined);
  renderDialog([factorOf('totp', 'Authenticator app'), factorOf('phone', 'Mine')]);
  expect(screen.getByRole('dialog', { name: 'Add a verification method' })).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Security key/ }).disabled).toBe(true);
  expect(screen.getByText("This browser doesn't support security keys.")).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Phone/ }).disabled).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Authenticator app 2');
});

test('The name follows the type of factor until the user types a name, and it cannot be empty', async () => {
  renderDialog();
  const name = screen.getByLabelText<HTMLInputElement>('Name');
  await selectFactor(/Security key/);
  expect(name.value).toBe('Security key');
  await userEvent.clear(name);
  await clickButton('Use security key');
  expect(await screen.findByText('Enter a name.')).toBeDefined();
  expect(backend).not.toHaveBeenCalled();
  await userEvent.type(name, 'Blue one');
  await selectFactor(/Phone/);
  expect(name.value).toBe('Blue one');
});
