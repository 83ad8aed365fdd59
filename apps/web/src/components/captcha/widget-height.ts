import type { CaptchaSettings } from '../../lib/configuration.ts';

/** What each provider's widget takes up at least, so that nothing moves when it comes. */
export const WIDGET_HEIGHTS: Record<CaptchaSettings['provider'], string> = {
  turnstile: 'min-h-16.5',
  hcaptcha: 'min-h-20',
};
