import { afterEach, expect, test, vi } from 'vitest';
import { readCaptchaSettings, readOfferedFactors } from './configuration.ts';

function serve(configuration: object) {
  document.head.innerHTML = `<script type="application/json" id="beaconpay-config">${JSON.stringify(configuration)}</script>`;
}

afterEach(() => {
  document.head.innerHTML = '';
  vi.unstubAllEnvs();
});

test('the page says which captcha is asked for; a static build brings its own, when it is whole', () => {
  const captcha = { provider: 'hcaptcha', siteKey: 'site' };
  vi.stubEnv('VITE_CAPTCHA_PROVIDER', 'turnstile');
  serve({});
  expect(readCaptchaSettings()).toBeNull();
  vi.stubEnv('VITE_CAPTCHA_SITE_KEY', 'built');
  expect(readCaptchaSettings()).toEqual({ provider: 'turnstile', siteKey: 'built' });
  serve({ captcha });
  expect(readCaptchaSettings()).toEqual(captcha);
  serve({ captcha: null });
  expect(readCaptchaSettings()).toBeNull();
});

test('the page says which second factors may be set up; a static build names its own', () => {
  serve({});
  expect(readOfferedFactors()).toEqual([]);
  vi.stubEnv('VITE_SUPABASE_FACTORS', 'webauthn, phone');
  expect(readOfferedFactors()).toEqual(['webauthn', 'phone']);
  serve({ factors: ['phone'] });
  expect(readOfferedFactors()).toEqual(['phone']);
});
