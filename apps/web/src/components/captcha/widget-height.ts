import type { CaptchaSettings } from '../../lib/configuration.ts';

/** The minimum height of each widget, so that nothing moves when it appears. */
export const WIDGET_HEIGHTS: Record<CaptchaSettings['provider'], string> = {
  turnstile: 'min-h-16.5',
  hcaptcha: 'min-h-20',
};
