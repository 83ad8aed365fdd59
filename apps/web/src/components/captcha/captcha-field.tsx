import { useEffect, useState } from 'react';
import type { Captcha, CaptchaPart } from './use-captcha.ts';
import { WIDGET_HEIGHTS } from './widget-height.ts';
import { m } from '../../paraglide/messages.js';

/** The captcha widget, above the button that requires it. Nothing if no captcha is required. */
export function CaptchaField({ captcha: { settings, part } }: { captcha: Captcha }) {
  const [arrived, setArrived] = useState<CaptchaPart | null>(null);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    part?.then(setArrived, () => setFailed(true));
  }, [part]);

  if (settings === null) return null;
  if (hasFailed) {
    return (
      <p role="alert" className="text-sm font-medium text-destructive-text">
        {m.captcha_security_check_didnt_load_please_reload_page()}
      </p>
    );
  }
  if (arrived === null) return <div className={WIDGET_HEIGHTS[settings.provider]} />;
  return <arrived.Box settings={settings} control={arrived.control} />;
}
