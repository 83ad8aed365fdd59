import type { CaptchaSettings } from '../../lib/configuration.ts';
import { Spinner } from '../ui/spinner.tsx';
import { CAPTCHA_HEIGHTS } from './captcha-heights.ts';

/** Stands in for the widget, so that nothing below moves when it comes. */
export function CaptchaLoading({ provider }: Pick<CaptchaSettings, 'provider'>) {
  return (
    <p
      role="status"
      className={`flex items-center gap-3 text-sm text-muted-foreground ${CAPTCHA_HEIGHTS[provider]}`}
    >
      <Spinner />
      Loading the security check…
    </p>
  );
}
