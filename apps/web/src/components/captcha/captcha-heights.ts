import type { CaptchaSettings } from '../../lib/configuration.ts';

/** What each widget takes up at least. */
export const CAPTCHA_HEIGHTS: Record<CaptchaSettings['provider'], string> = {
  turnstile: 'min-h-16.5',
  hcaptcha: 'min-h-20',
};
