import { readServedConfiguration, type CaptchaSettings } from './configuration.ts';

/** The captcha that the server names in the page; a static build brings its own. Null: none is asked for. */
export function readCaptchaSettings(): CaptchaSettings | null {
  const { captcha } = readServedConfiguration();
  return captcha === undefined ? builtInCaptcha() : captcha;
}

function builtInCaptcha(): CaptchaSettings | null {
  const provider = import.meta.env.VITE_CAPTCHA_PROVIDER as string | undefined;
  const siteKey = import.meta.env.VITE_CAPTCHA_SITE_KEY as string | undefined;
  if (provider !== 'turnstile' && provider !== 'hcaptcha') return null;
  return siteKey === undefined || siteKey === '' ? null : { provider, siteKey };
}
