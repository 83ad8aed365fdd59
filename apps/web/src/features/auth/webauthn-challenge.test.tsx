import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@supabase/auth-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../components/loading/query-client.ts';
import { WebauthnChallenge } from './webauthn-challenge.tsx';
import { challengeFactorsOf } from './challenge-factors.ts';

const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>();
const backend = vi.fn<(path: string) => Response>();
const KEY_CHALLENGE = {
  id: 'challenge-1',
  type: 'webauthn',
  expires_at: 0,
  webauthn: {
    type: 'request',
    credential_options: { publicKey: { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost' } },
  },
};

beforeEach(() => {
  document.head.innerHTML =
    '<script type="application/json" id="beaconpay-config">{"supabaseUrl":"http://backend.test","publishableKey":"key"}</script>';
  get.mockReset();
  backend.mockReset();
  backend.mockImplementation(() => Response.json(KEY_CHALLENGE));
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  vi.stubGlobal('fetch', (input: string) => Promise.resolve(backend(new URL(input).pathname)));
  Object.defineProperty(navigator, 'credentials', {
    value: { get, create: get },
    configurable: true,
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function userWith(...factors: [type: string, id: string, status?: string][]): User {
  return {
    factors: factors.map(([factor_type, id, status = 'verified']) => ({
      id,
      factor_type,
      status,
      friendly_name: `my ${id}`,
      phone: factor_type === 'phone' ? '441234567890' : undefined,
    })),
  } as unknown as User;
}

const idsOf = (...args: Parameters<typeof challengeFactorsOf>) =>
  challengeFactorsOf(...args).map(({ id }) => id);

/** @covers 7.18 */
test('Security keys are offered first if the browser supports them and last otherwise, each with its name', () => {
  const user = userWith(['phone', 'p'], ['totp', 't'], ['webauthn', 'k1'], ['webauthn', 'k2']);
  expect(idsOf(user, true)).toEqual(['k1', 'k2', 'app', 'p', 'recovery']);
  expect(idsOf(user, false)).toEqual(['app', 'p', 'k1', 'k2', 'recovery']);
  expect(challengeFactorsOf(user, true)).toContainEqual({
    id: 'k2',
    name: 'key',
    factorId: 'k2',
    label: 'my k2',
  });
  expect(challengeFactorsOf(user, true)).toContainEqual({
    id: 'p',
    name: 'phone',
    factorId: 'p',
    lastDigits: '7890',
  });
});

test('Unverified factors are not offered, two apps are offered as one, and an unknown user is offered an app', () => {
  expect(idsOf(userWith(['webauthn', 'k', 'unverified'], ['totp', 'a'], ['totp', 'b']))).toEqual([
    'app',
    'recovery',
  ]);
  expect(idsOf(null)).toEqual(['app', 'recovery']);
});

function renderChallenge() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WebauthnChallenge factorId="key-1" />
    </QueryClientProvider>,
  );
}

test('A closed security key prompt and a server error show an error, and the user can try again', async () => {
  get.mockRejectedValue(
    Object.assign(new Error('words of the browser'), { name: 'NotAllowedError' }),
  );
  renderChallenge();
  await userEvent.click(screen.getByRole('button', { name: 'Use security key' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    "Your security key didn't respond",
  );

  backend.mockImplementation(() =>
    Response.json(
      { code: 'mfa_webauthn_verify_not_enabled', message: 'words of the server' },
      { status: 422, headers: { 'X-Supabase-Api-Version': '2024-01-01' } },
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Use security key' }));
  expect(await screen.findByText(/Security keys can't be used right now/)).toBeDefined();
});

test('A browser without security keys shows a warning', () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  renderChallenge();
  expect(screen.getByText("This browser doesn't support security keys.")).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
