import { afterEach, expect, test, vi } from 'vitest';
import {
  readCaptchaSettings,
  readConfiguration,
  readOfferedFactors,
  sessionStorageKey,
} from './configuration.ts';

function setConfiguration(configuration: object) {
  document.head.innerHTML = `<script type="application/json" id="beaconpay-config">${JSON.stringify(configuration)}</script>`;
}

afterEach(() => {
  document.head.innerHTML = '';
  vi.unstubAllEnvs();
});

test('the configuration is read from the page', () => {
  setConfiguration({ supabaseUrl: 'https://abc.supabase.co', publishableKey: 'sb_publishable_x' });
  expect(readConfiguration()).toEqual({
    supabaseUrl: 'https://abc.supabase.co',
    publishableKey: 'sb_publishable_x',
    providers: [],
    passkeys: false,
  });
});

test('the log-in providers are read from the page', () => {
  setConfiguration({ publishableKey: 'sb_publishable_x', providers: ['google'] });
  expect(readConfiguration().providers).toEqual(['google']);
});

test('the default URL of the backend is the origin of the page', () => {
  setConfiguration({ publishableKey: 'sb_publishable_x' });
  expect(readConfiguration().supabaseUrl).toBe(window.location.origin);
});

/** @covers 4.authentication.3, 9.33 */
test('the storage key of the session contains the project host', () => {
  expect(sessionStorageKey({ supabaseUrl: 'https://abc.supabase.co' })).toBe('sb-abc-auth-token');
});

test('the captcha settings are read from the page, or from complete settings of a static build', () => {
  const captcha = { provider: 'hcaptcha', siteKey: 'site' };
  vi.stubEnv('VITE_CAPTCHA_PROVIDER', 'turnstile');
  setConfiguration({});
  expect(readCaptchaSettings()).toBeNull();
  vi.stubEnv('VITE_CAPTCHA_SITE_KEY', 'built');
  expect(readCaptchaSettings()).toEqual({ provider: 'turnstile', siteKey: 'built' });
  setConfiguration({ captcha });
  expect(readCaptchaSettings()).toEqual(captcha);
  setConfiguration({ captcha: null });
  expect(readCaptchaSettings()).toBeNull();
});

test('the second factors are read from the page, or from a static build', () => {
  setConfiguration({});
  expect(readOfferedFactors()).toEqual([]);
  vi.stubEnv('VITE_SUPABASE_FACTORS', 'webauthn, phone');
  expect(readOfferedFactors()).toEqual(['webauthn', 'phone']);
  setConfiguration({ factors: ['phone'] });
  expect(readOfferedFactors()).toEqual(['phone']);
});
