import { afterEach, expect, test, vi } from 'vitest';
import { join } from 'node:path';
import { loadConfig } from '@beaconpay/server/config';
import { loadEnvironment } from './load-environment.ts';
import { PROJECT_DIR } from './project-dir.ts';

afterEach(() => vi.unstubAllEnvs());

test('A copy of .env.example does not set its empty variables, neither for scripts nor for the server', () => {
  // Restores the variables, which would otherwise stay in the process.
  for (const name of ['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'WEB_DIR']) vi.stubEnv(name, '');
  const environment = loadEnvironment(join(PROJECT_DIR, 'no-such-file'));
  expect(environment).not.toHaveProperty('ADMIN_EMAIL');
  expect(environment).not.toHaveProperty('ADMIN_PASSWORD');
  expect(environment).not.toHaveProperty('WEB_DIR');
  expect(environment.PATH).toBe(process.env.PATH);
});

test("The card provider's variables become secrets of the functions, and an explicit secret overrides them", () => {
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_1');
  vi.stubEnv('STRIPE_WEBHOOK_SECRET', 'whsec_1');
  vi.stubEnv('FUNCTIONS_SECRET_STRIPE_WEBHOOK_SECRET', 'whsec_2');
  const { functions } = loadConfig(loadEnvironment(join(PROJECT_DIR, 'no-such-file')));
  expect(functions.secrets).toMatchObject({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_2',
  });
});

test('The functions get the mail host, and may connect to it', () => {
  vi.stubEnv('SMTP_URL', 'smtp://user:secret@mail.example.com');
  vi.stubEnv('MAIL_FROM', 'Team <team@example.com>');
  vi.stubEnv('FUNCTIONS_ALLOW_NET', 'hooks.example.com');
  const { functions } = loadConfig(loadEnvironment(join(PROJECT_DIR, 'no-such-file')));
  expect(functions.secrets).toMatchObject({
    SMTP_URL: 'smtp://user:secret@mail.example.com',
    MAIL_FROM: 'Team <team@example.com>',
  });
  expect(functions.allowNet).toEqual(['hooks.example.com', 'mail.example.com:587']);
});

test('The function that reads Binance Pay gets the key, and may connect to another host than the default', () => {
  vi.stubEnv('BINANCE_API_KEY', 'key-1');
  vi.stubEnv('BINANCE_API_SECRET', 'secret-1');
  vi.stubEnv('BINANCE_API_URL', 'https://binance.example.com');
  const { functions } = loadConfig(loadEnvironment(join(PROJECT_DIR, 'no-such-file')));
  expect(functions.secrets).toMatchObject({
    BINANCE_API_KEY: 'key-1',
    BINANCE_API_SECRET: 'secret-1',
    BINANCE_API_URL: 'https://binance.example.com',
  });
  expect(functions.allowNet).toEqual(['binance.example.com:443']);
});
